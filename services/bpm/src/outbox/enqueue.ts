// The transactional outbox: an event is stored in the transaction of the change that it tells of.
//
// There are two ways in. An action that holds the lock of its instance calls enqueueEvents(). One that
// is decided without a lock numbers its events by numberEvents(), and the statement that writes the
// action stores them with everything else (runtime/write/). Each instance has a lane, its per-key FIFO
// queue of events.
//
// Kept by: services/bpm/src/outbox/enqueue.test.ts "numbers the events of one instance without gaps when 40 transactions run at once"
// Kept by: services/bpm/src/crash.test.ts "explains by its log each of 1,000 approvals that were under way when it was killed"
import type {
  CallbackEvent,
  IncidentEvent,
  InstanceEvent,
  TaskEvent,
  VariablesEvent,
  WorkflowEvent,
} from '@countersign/contracts'
import { tracing } from '@countersign/service-kit/tracing'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Tx } from '../db/schema.ts'

/** The instance as it is after the change that the events tell of. */
export interface EventInstance {
  readonly id: string
  readonly tenantId: string
  readonly bizType: string
  readonly bizTypeVersion: string
  readonly bizId: string
  readonly status: WorkflowEvent['status']
  readonly round: number
}

type OfInstance =
  | 'eventId'
  | 'sequence'
  | 'occurredAt'
  | 'tenantId'
  | 'instanceId'
  | 'bizType'
  | 'bizTypeVersion'
  | 'bizId'
  | 'status'
  | 'round'

/** What happened; everything else of the event comes from the instance. */
export type NewEvent = (
  | Omit<InstanceEvent, OfInstance>
  | Omit<VariablesEvent, OfInstance>
  | Omit<TaskEvent, OfInstance>
  | Omit<CallbackEvent, OfInstance>
  | Omit<IncidentEvent, OfInstance>
) & { readonly occurredAt: Date }

/** The end of an instance's lane, and what may be added to it. */
export interface Lane {
  /** The event types that its business type asked for; null for all of them. */
  readonly wanted: readonly string[] | null
  readonly lastSequence: number
}

/**
 * The events that the business type asked for, as they are sent, with the next numbers of the lane.
 * For who moves the instance and knows that nobody else has since the lane was read.
 */
export function numberEvents(
  instance: EventInstance,
  events: readonly NewEvent[],
  { wanted, lastSequence }: Lane,
): WorkflowEvent[] {
  const sent = events.filter(({ type }) => isEventWanted(type, wanted))
  const shown = wanted?.includes('task.assigned') === true ? sent : sent.map(withoutCandidates)
  return shown.map((event, index) => toEvent(instance, event, lastSequence + index + 1))
}

/**
 * A business type may leave out event types, and has to ask for some; what happens to the instance
 * is always sent.
 */
function isEventWanted(type: string, wanted: readonly string[] | null): boolean {
  const always = type.startsWith('instance.') || type === 'callback.requested'
  return always || (wanted === null ? !isOnRequest(type) : wanted.includes(type))
}

const isOnRequest = (type: string) => type === 'task.assigned' || type.startsWith('incident.')

/** Who may take a task can be many; whom it does not concern is not told. */
function withoutCandidates(event: NewEvent): NewEvent {
  if (!('task' in event) || event.task?.candidates === undefined) return event
  const { candidates: _candidates, ...task } = event.task
  return { ...event, task }
}

function toEvent(instance: EventInstance, event: NewEvent, sequence: number): WorkflowEvent {
  const { type, occurredAt, ...details } = event
  // The type and its members come from one variant of the union; taking them apart loses that.
  return {
    eventId: uuidv7(),
    sequence,
    type,
    occurredAt: occurredAt.toISOString(),
    tenantId: instance.tenantId,
    instanceId: instance.id,
    bizType: instance.bizType,
    bizTypeVersion: instance.bizTypeVersion,
    bizId: instance.bizId,
    status: instance.status,
    round: instance.round,
    ...details,
  } as WorkflowEvent
}

/**
 * Hands events over for delivery, in the caller's transaction: they leave when it commits, and
 * never when it does not. Sequences are given out under the lock of the instance's lane, so they
 * have no gaps and follow the order of the commits. Event types that the business type leaves out
 * get no number.
 *
 * Call it last in the transaction: the dispatcher waits for the lane until the commit.
 */
export async function enqueueEvents(
  tx: Tx,
  instance: EventInstance,
  events: readonly NewEvent[],
): Promise<void> {
  const wanted = await findWantedEvents(tx, instance)
  const sent = events.filter(({ type }) => isEventWanted(type, wanted))
  if (sent.length === 0) return

  const last = await extendLane(tx, instance, sent.length)
  const lane = { wanted, lastSequence: last - sent.length }
  await insertEvents(tx, instance, numberEvents(instance, events, lane))
}

/** The event types that a business type asked for; null for all of them. */
async function findWantedEvents(tx: Tx, instance: EventInstance): Promise<string[] | null> {
  const row = await tx
    .selectFrom('biz_type_versions')
    .where('tenant_id', '=', instance.tenantId)
    .where('code', '=', instance.bizType)
    .where('version', '=', instance.bizTypeVersion)
    .select('callback_events as callbackEvents')
    .executeTakeFirstOrThrow()
  return row.callbackEvents
}

/** Locks the instance's lane, makes room for more events and answers the last number. */
async function extendLane(tx: Tx, instance: EventInstance, count: number): Promise<number> {
  const { rows } = await sql<{ lastSequence: number }>`
    insert into delivery_lanes as lane
      (tenant_id, instance_id, biz_type, biz_type_version, last_sequence, due_at)
    values
      (${instance.tenantId}, ${instance.id}, ${instance.bizType}, ${instance.bizTypeVersion}, ${count}, now())
    on conflict on constraint delivery_lanes_pkey do update set
      last_sequence = lane.last_sequence + excluded.last_sequence,
      -- A lane that waits, is held by a dispatcher or is blocked stays so.
      due_at = case when lane.blocked_at is null then coalesce(lane.due_at, excluded.due_at) end,
      prune_at = null
    returning last_sequence as "lastSequence"`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw new Error('the lane was neither made nor found')
  return row.lastSequence
}

/** One statement for any number of events, so that it is prepared once. */
async function insertEvents(
  tx: Tx,
  instance: EventInstance,
  events: readonly WorkflowEvent[],
): Promise<void> {
  const traceparent = tracing()?.traceparent() ?? null
  await sql`
    insert into delivery_events
      (tenant_id, instance_id, sequence, event_id, type, body, traceparent)
    select ${instance.tenantId}::uuid, ${instance.id}::uuid, event.*, ${traceparent}
    from unnest(
      ${events.map(({ sequence }) => sequence)}::integer[],
      ${events.map(({ eventId }) => eventId)}::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map((event) => JSON.stringify(event))}::text[]
    ) as event`.execute(tx)
}
