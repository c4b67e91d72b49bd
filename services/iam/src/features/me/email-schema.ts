import { closed, Nullable, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { Email, Password } from '../../schema.ts'

export const EmailView = closed({
  email: Nullable(Type.String()),
  verified: Type.Boolean({ description: 'A mail to it was read by the owner of the account.' }),
  pending: Nullable(
    closed({ email: Type.String(), expiresAt: Timestamp }, { description: 'Waits for its code.' }),
  ),
  canVerify: Type.Boolean({ description: 'Whether this deployment sends mail.' }),
})
export type EmailView = Static<typeof EmailView>

export const AskForEmailBody = closed({
  email: Email,
  currentPassword: Type.Optional(Password),
})

export const ConfirmEmailBody = closed({
  code: Type.String({ minLength: 1, maxLength: 40, description: 'In any case and spacing.' }),
})
