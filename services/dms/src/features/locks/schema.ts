import { closed, Timestamp } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

export const LockBody = closed({
  reason: Type.String({ minLength: 1, maxLength: 500 }),
  expiresAt: Type.Optional(Timestamp),
})
export type LockBody = Static<typeof LockBody>

export const LockView = closed({
  reason: Type.String(),
  holder: Type.String(),
  expiresAt: Type.Optional(Timestamp),
})
export type LockView = Static<typeof LockView>
