// What the transactional outbox is given and what it keeps: events, as they will be sent.
import type {
  CallbackEvent,
  InstanceEvent,
  TaskEvent,
  VariablesEvent,
  WorkflowEvent,
} from '@countersign/contracts'
import { uuidv7 } from 'uuidv7'
import { isEventWanted } from '../core/delivery.ts'

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
