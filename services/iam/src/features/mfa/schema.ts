import { closed, Nullable, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

export const MfaView = closed({
  totp: closed({ enabled: Type.Boolean(), since: Nullable(Timestamp) }),
  recoveryCodesLeft: Type.Integer(),
})
export type MfaView = Static<typeof MfaView>

export const PasswordProof = closed({
  currentPassword: Type.String({ minLength: 1, maxLength: 200 }),
})
export const CodeBody = closed({ code: Type.String({ pattern: '^[0-9]{6}$' }) })

/** The only answer that ever holds the secret. */
export const TotpSecret = closed({
  secret: Type.String({ description: 'Base32, to type in.' }),
  uri: Type.String({ description: 'otpauth URI, to show as a QR code.' }),
})
export const RecoveryCodes = closed({ recoveryCodes: Type.Array(Type.String()) })
