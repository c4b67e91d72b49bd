import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

const PasskeyView = closed({
  id: Uuid,
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type PasskeyView = Static<typeof PasskeyView>

export const MfaView = closed({
  totp: closed({ enabled: Type.Boolean(), since: Nullable(Timestamp) }),
  passkeys: Type.Array(PasskeyView),
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
const Codes = Type.Array(Type.String())
export const RecoveryCodes = closed({ recoveryCodes: Codes })
/** With the first factor of an account, and in this answer alone. */
export const MaybeRecoveryCodes = closed({ recoveryCodes: Type.Optional(Codes) })

export const PasskeyOptions = closed({
  options: Type.Record(Type.String(), Type.Unknown(), {
    description: 'PublicKeyCredentialCreationOptionsJSON for navigator.credentials.create.',
  }),
})

const Binary = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 20_000 })

/** As `PublicKeyCredential.toJSON()` gives it; members that nobody looks at may be there. */
export const PasskeyBody = closed({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  response: Type.Object({
    id: Binary,
    rawId: Binary,
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Binary,
      attestationObject: Binary,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
    }),
  }),
})
export type PasskeyBody = Static<typeof PasskeyBody>

export const AddedPasskey = closed({ passkey: PasskeyView, ...MaybeRecoveryCodes.properties })
export type AddedPasskey = Static<typeof AddedPasskey>
