/** States of a task. The last six are final. */
export const TASK_STATES = [
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
export type TaskState = (typeof TASK_STATES)[number]
