import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

export const SignalStartParams = Type.Object({ id: Uuid })

export const SignalStartsQuery = Type.Object({
  ...PageQuery,
  bizType: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  definitionKey: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  state: Type.Optional(Type.Enum(['waiting', 'failing'])),
})

export const SkipStartBody = closed({ reason: Type.String({ minLength: 1, maxLength: 1000 }) })
export type SkipStartBody = Static<typeof SkipStartBody>

export const SignalStartView = closed(
  {
    id: Uuid,
    definition: closed({
      id: Uuid,
      key: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      name: Type.String(),
    }),
    node: Type.String({ description: 'Id of the start event.' }),
    bizType: Type.String(),
    signal: closed({ id: Uuid, name: Type.String(), thrownAt: Timestamp }),
    state: Type.Enum(['waiting', 'failing', 'started', 'missed', 'skipped'], {
      description:
        'failing: it cannot be started; missed: the process did not begin by the signal any more.',
    }),
    instanceId: Nullable(Uuid),
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried in vain.' }),
    failedAt: Nullable(Timestamp),
    code: Nullable(Type.String({ description: 'Of the problem that the last attempt came to.' })),
    error: Nullable(Type.String()),
  },
  { title: 'SignalStart' },
)
export type SignalStartView = Static<typeof SignalStartView>
