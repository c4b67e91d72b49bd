import type {
  CallbackEvent,
  InstanceEvent,
  TaskEvent,
  VariablesEvent,
  WorkflowEvent,
} from '@countersign/contracts'
import { uuidv7 } from 'uuidv7'
import { isEventWanted } from '../../core/delivery.ts'
import type { Tx } from '../../db/schema.ts'
import type { Lane } from '../../runtime/recording.ts'
import { extendLane, findWantedEvents, insertEvents } from './enqueue-queries.ts'

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
) & { readonly occurredAt: Date }

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
  return sent.map((event, index) => toEvent(instance, event, lastSequence + index + 1))
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
