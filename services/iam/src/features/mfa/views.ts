import type { readMfaState } from './queries.ts'
import type { MfaView } from './schema.ts'

export const toMfaView = ({
  totpSince,
  recoveryCodesLeft,
}: Awaited<ReturnType<typeof readMfaState>>): MfaView => ({
  totp: { enabled: totpSince !== undefined, since: totpSince?.toISOString() ?? null },
  recoveryCodesLeft,
})
