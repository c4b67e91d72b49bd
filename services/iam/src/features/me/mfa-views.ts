import type { MfaView, PasskeyView } from './mfa-schema.ts'
import type { MfaState } from '../../second-factor/state-queries.ts'

export const toPasskeyView = ({
  createdAt,
  lastUsedAt,
  ...passkey
}: MfaState['passkeys'][number]): PasskeyView => ({
  ...passkey,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const toMfaView = ({ totpSince, recoveryCodesLeft, passkeys }: MfaState): MfaView => ({
  totp: { enabled: totpSince !== undefined, since: totpSince?.toISOString() ?? null },
  passkeys: passkeys.map(toPasskeyView),
  recoveryCodesLeft,
})
