import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

export const ReferenceBody = closed({
  application: Type.String({ minLength: 1, maxLength: 100 }),
  type: Type.String({ minLength: 1, maxLength: 100 }),
  refId: Type.String({ minLength: 1, maxLength: 200 }),
})
export type ReferenceBody = Static<typeof ReferenceBody>

export const ReferenceView = closed({
  id: Uuid,
  ...ReferenceBody.properties,
  createdBy: Type.String(),
  createdAt: Timestamp,
})
export type ReferenceView = Static<typeof ReferenceView>
