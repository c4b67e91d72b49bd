import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

export const HoldBody = closed({ reason: Type.String({ minLength: 1, maxLength: 500 }) })
export type HoldBody = Static<typeof HoldBody>

export const HoldView = closed({
  id: Uuid,
  documentId: Uuid,
  reason: Type.String(),
  createdBy: Type.String(),
  createdAt: Timestamp,
  releasedBy: Nullable(Type.String()),
  releasedAt: Nullable(Timestamp),
})
export type HoldView = Static<typeof HoldView>

const Days = Type.Integer({ minimum: 0, maximum: 36_500 })

export const PolicyBody = closed({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'All documents when left out.' }),
  ),
  keepDays: Days,
  purgeTrashAfterDays: Type.Optional(Days),
})
export type PolicyBody = Static<typeof PolicyBody>

export const PolicyView = closed({
  id: Uuid,
  name: Type.String(),
  tag: Nullable(Type.String()),
  keepDays: Type.Integer(),
  purgeTrashAfterDays: Nullable(Type.Integer()),
  createdBy: Type.String(),
  createdAt: Timestamp,
})
export type PolicyView = Static<typeof PolicyView>
