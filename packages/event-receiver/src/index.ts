export { createEventReceiver } from './receiver.ts'
export type { EventReceiver, EventReceiverOptions } from './receiver.ts'
export type { Delivery } from './verify-delivery.ts'
export type { TrustOptions } from './authenticate.ts'
export { EVENT_REFUSALS, EventAhead, EventRefused } from './answer.ts'
export type { Answer, RefusalCode } from './answer.ts'
export type { DeliveryTrace } from './trace.ts'
export type { EventKey, EventStore } from './store.ts'
export { createSignatureKeys } from './signature-keys.ts'
export type { SignatureKeyOptions, SignatureKeys } from './signature-keys.ts'
export { receiverTables } from './tables.ts'
export type {
  CallbackEvent,
  EventActor,
  EventEnvelope,
  EventTask,
  EventType,
  IncidentEvent,
  InstanceEvent,
  TaskEvent,
  VariablesEvent,
  WorkflowEvent,
} from '@countersign/contracts'
