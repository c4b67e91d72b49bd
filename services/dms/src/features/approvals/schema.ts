import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

const Variables = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  maxProperties: 100,
})

export const BindBody = closed({
  versionId: Uuid,
  title: Type.String({ minLength: 1, maxLength: 200 }),
  variables: Type.Optional(Variables),
  definitionId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  requestKey: Type.String({ minLength: 1, maxLength: 128 }),
})
export type BindBody = Static<typeof BindBody>

export const ResubmitBody = Type.Union([
  closed({
    versionId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The corrected version; the one that was sent before when it is left out.',
      }),
    ),
    variables: Type.Optional(Variables),
  }),
  Type.Null(),
])
export type ResubmitBody = Static<typeof ResubmitBody>

export const BindingView = closed({
  bindingId: Uuid,
  documentId: Uuid,
  versionId: Uuid,
  previousVersionId: Type.Optional(Uuid),
  comparedWith: Type.Optional(
    closed(
      { versionId: Uuid, versionNo: Type.Integer() },
      { description: 'Of the reader: what they decided on before, else what went round before.' },
    ),
  ),
  status: Type.Enum(['REQUESTED', 'BOUND', 'UNKNOWN', 'FAILED', 'CLOSED']),
  operation: Type.Enum(['START', 'RESUBMIT']),
  requestKey: Type.String(),
  initiatorId: Type.String(),
  instanceId: Type.Optional(Uuid),
  round: Type.Optional(Type.Integer()),
  cause: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  createdAt: Timestamp,
  closedAt: Type.Optional(Timestamp),
})
export type BindingView = Static<typeof BindingView>
