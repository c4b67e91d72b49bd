import { Type, type Static } from 'typebox'

/** Events about the instance itself. They are always sent; a business type cannot leave them out. */
export const INSTANCE_EVENT_TYPES = [
  'instance.started',
  'instance.returned',
  'instance.resubmitted',
  'instance.approved',
  'instance.rejected',
  'instance.withdrawn',
  'instance.terminated',
  'instance.restored',
] as const

/**
 * Events about one task. A business type may leave them out with `callback.events`; `task.assigned` is
 * sent to those alone that name it there.
 */
export const TASK_EVENT_TYPES = [
  'task.created',
  'task.assigned',
  'task.completed',
  'task.cancelled',
] as const

/** Something is stuck, or is so no more. Sent to those alone that name them in `callback.events`. */
export const INCIDENT_EVENT_TYPES = ['incident.raised', 'incident.resolved'] as const

/** Every event type, in the order of the documentation. */
export const EVENT_TYPES = [
  ...INSTANCE_EVENT_TYPES,
  'variables.updated',
  ...TASK_EVENT_TYPES,
  'callback.requested',
  ...INCIDENT_EVENT_TYPES,
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** States of a process instance, as events and views show them. */
export const INSTANCE_STATUSES = [
  'RUNNING',
  'RETURNED',
  'SUSPENDED',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'TERMINATED',
] as const

export type InstanceStatus = (typeof INSTANCE_STATUSES)[number]

/** States of a task. */
export const TASK_STATUSES = [
  'WAITING',
  'OPEN',
  'CLAIMED',
  'DELEGATED',
  'APPROVED',
  'REJECTED',
  'RETURNED',
  'TRANSFERRED',
  'SKIPPED',
  'CANCELLED',
] as const

export type TaskStatus = (typeof TASK_STATUSES)[number]

const Id = Type.String({ minLength: 1, maxLength: 255 })

/**
 * One of the values known now; a later version may send others. A receiver that refused them would
 * block its own deliveries, so they pass: give every `switch` over one a default.
 */
const Extensible = <T extends string>(known: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', minLength: 1, 'x-extensible-enum': [...known], description })

/** A person as the directory named them when the event happened. */
export const EventActor = Type.Object({ id: Id, name: Type.String() })
export type EventActor = Static<typeof EventActor>

/**
 * The task an event is about. `assignee` is absent while several people may take it; `onBehalfOf` says
 * whose seat it is, where the assignee stands in. `candidates` are the ids of those who may take it,
 * told to business types that ask for `task.assigned`; `contentHash` is what the task showed to whoever
 * ended it.
 */
export const EventTask = Type.Object({
  taskNo: Id,
  nodeId: Id,
  nodeName: Type.String(),
  status: Extensible(TASK_STATUSES, 'Of the task, after the event.'),
  assignee: Type.Optional(EventActor),
  onBehalfOf: Type.Optional(EventActor),
  candidates: Type.Optional(Type.Array(Id)),
  contentHash: Type.Optional(
    Type.String({ description: 'Base64url of SHA-256 over the RFC 8785 form of what it showed.' }),
  ),
})
export type EventTask = Static<typeof EventTask>

/** Values by the names that the business type declares. */
export const EventVariables = Type.Record(Type.String(), Type.Unknown())

const common = {
  eventId: Type.String({ format: 'uuid', description: 'Stays the same in every redelivery.' }),
  sequence: Type.Integer({
    minimum: 1,
    description: 'Counts from 1 per instance, without gaps in what is sent.',
  }),
  occurredAt: Type.String({ format: 'date-time' }),
  tenantId: Type.String({ format: 'uuid' }),
  instanceId: Type.String({ format: 'uuid' }),
  bizType: Id,
  bizTypeVersion: Id,
  bizId: Id,
  status: Extensible(INSTANCE_STATUSES, 'Of the instance, after the event.'),
  round: Type.Integer({ minimum: 1, description: 'Grows by one at each resubmission.' }),
  actor: Type.Optional(EventActor),
  onBehalfOf: Type.Optional(
    Type.Object(
      { ...EventActor.properties },
      { description: 'In whose place the actor acts, where they stand in.' },
    ),
  ),
  comment: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
}

/**
 * What every event has, of whatever type: enough for a receiver to keep the place of one whose type
 * came after it was built.
 */
export const EventEnvelope = Type.Object({ ...common, status: Id, type: Id })
export type EventEnvelope = Static<typeof EventEnvelope>

/**
 * An approval began, was returned, resubmitted or ended; or the platform was restored to an earlier moment
 * (`instance.restored`): then `status`, `round` and `variables` are what it is again, whatever was told before.
 */
export const InstanceEvent = Type.Object({
  ...common,
  type: Type.Enum([...INSTANCE_EVENT_TYPES]),
  task: Type.Optional(EventTask),
  variables: Type.Optional(EventVariables),
})
export type InstanceEvent = Static<typeof InstanceEvent>

/** The owning application changed variables; `variables` holds all values after the change. */
export const VariablesEvent = Type.Object({
  ...common,
  type: Type.Literal('variables.updated'),
  task: Type.Optional(EventTask),
  variables: EventVariables,
})
export type VariablesEvent = Static<typeof VariablesEvent>

/** Somebody has something to decide, decided it, or need not any more. */
export const TaskEvent = Type.Object({
  ...common,
  type: Type.Enum([...TASK_EVENT_TYPES]),
  task: EventTask,
  variables: Type.Optional(EventVariables),
})
export type TaskEvent = Static<typeof TaskEvent>

/** The process asks the application to do something; it is sent whatever `callback.events` says. */
export const CallbackEvent = Type.Object({
  ...common,
  type: Type.Literal('callback.requested'),
  callback: Type.Object({
    name: Type.String({ description: 'What the definition calls it.' }),
    nodeId: Id,
    nodeName: Type.String(),
  }),
  variables: EventVariables,
})
export type CallbackEvent = Static<typeof CallbackEvent>

/** What is known to get stuck; a later version may know more. */
export const INCIDENT_KINDS = [
  'nobody_found',
  'nobody_to_escalate_to',
  'join_waits_forever',
  'no_way_on',
  'call_failed',
  'delivery_blocked',
  'migration_refused',
] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** An approval cannot go on by itself, or can again. It names no values of variables. */
export const IncidentEvent = Type.Object({
  ...common,
  type: Type.Enum([...INCIDENT_EVENT_TYPES]),
  incident: Type.Object({
    id: Type.String({ format: 'uuid' }),
    kind: Extensible(INCIDENT_KINDS, 'What is stuck.'),
    code: Type.String({ description: 'Of the message about it.' }),
    nodeId: Type.Optional(Id),
    nodeName: Type.Optional(Type.String()),
  }),
})
export type IncidentEvent = Static<typeof IncidentEvent>

/**
 * The body of a callback, and an item of the reconciliation read.
 *
 * Narrow it by `type`. The schema is open on purpose: members may be added within `v1`, and a
 * receiver that refuses unknown ones would block its own deliveries.
 */
export const WorkflowEvent = Type.Union([
  InstanceEvent,
  VariablesEvent,
  TaskEvent,
  CallbackEvent,
  IncidentEvent,
])
export type WorkflowEvent =
  InstanceEvent | VariablesEvent | TaskEvent | CallbackEvent | IncidentEvent

/** Body of the `409` with which a receiver reports a gap; delivery goes back to `expected`. */
export const SequenceExpected = Type.Object({ expected: Type.Integer({ minimum: 1 }) })
export type SequenceExpected = Static<typeof SequenceExpected>

/** Answer of `GET /internal/v1/bpm/process-instances/{id}/events`. */
export const EventPage = Type.Object({
  items: Type.Array(WorkflowEvent),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
})
