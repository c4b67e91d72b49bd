import { INCIDENT_KINDS } from '@countersign/contracts'
import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { NodeView, PersonView } from '../../runtime/views/instance-view.ts'

const Kind = Type.Enum([...INCIDENT_KINDS], { description: 'What is stuck.' })

export const IncidentParams = Type.Object({ id: Uuid })

export const IncidentsQuery = Type.Object({
  ...PageQuery,
  kind: Type.Optional(Kind),
  bizType: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  state: Type.Optional(Type.Enum(['open', 'resolved'])),
  instanceId: Type.Optional(Uuid),
  from: Type.Optional(Type.Unsafe<string>({ ...Timestamp, description: 'Raised then or later.' })),
  to: Type.Optional(Type.Unsafe<string>({ ...Timestamp, description: 'Raised before.' })),
})
export type IncidentsQuery = Static<typeof IncidentsQuery>

export const IncidentView = closed(
  {
    id: Uuid,
    kind: Kind,
    state: Type.Enum(['open', 'resolved']),
    bizType: Type.String(),
    instance: closed({ id: Uuid, bizId: Type.String(), title: Type.String() }),
    node: Nullable(NodeView),
    taskNo: Nullable(Type.String({ description: 'Whose action had no way on.' })),
    migrationId: Nullable(Uuid),
    eventId: Nullable(Type.String({ description: 'Of the delivery that was given up.' })),
    code: Type.String({ description: 'Of the message about it.' }),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Of the message; no values of variables.',
    }),
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried again by hand.' }),
    raisedAt: Timestamp,
    resolvedAt: Nullable(Timestamp),
    resolution: Nullable(
      Type.Enum(['gone', 'retried', 'manual'], {
        description: 'gone: the approval went on; manual: somebody says that it is dealt with.',
      }),
    ),
    resolvedBy: Nullable(PersonView),
    reason: Nullable(Type.String()),
  },
  { title: 'Incident' },
)
export type IncidentView = Static<typeof IncidentView>

export const IncidentCounts = closed(
  {
    open: Type.Integer({ minimum: 0 }),
    kinds: Type.Array(closed({ kind: Kind, open: Type.Integer({ minimum: 1 }) })),
  },
  { title: 'IncidentCounts' },
)

export const ResolveBody = closed({ reason: Type.String({ minLength: 1, maxLength: 1000 }) })
