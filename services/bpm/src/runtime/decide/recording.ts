import type { WorkflowEvent } from '@countersign/contracts'
import type { IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { InboxEntriesTable, InstanceActionsTable } from '../../db/instance-tables.ts'
import type { InstanceRow, TaskRow } from '../load/instances.ts'

/**
 * Everything that one action writes, as rows: one statement stores it, alone or together with other
 * actions, or nothing of it when the instance has moved on since it was read.
 */
export interface Recording {
  /** As it is after the action. Its `lockVersion` is one more than that of the row that was read. */
  readonly instance: InstanceRow
  /** Of a start: the key that it takes, or finds taken. */
  readonly startKey?: StartKeyRow | undefined
  /** Every task that was made or changed, whole. */
  readonly tasks: readonly TaskRow[]
  readonly inbox: readonly InboxRow[]
  readonly timers: TimerRows
  readonly action: ActionRow
  readonly events: readonly WorkflowEvent[]
  /** The answer to a request with a key. */
  readonly answer?:
    { readonly key: IdempotencyKey; readonly status: number; readonly body: unknown } | undefined
}

export interface StartKeyRow {
  readonly idempotencyKey: string
  readonly requestHash: Buffer
}

export type InboxRow = Pick<
  InboxEntriesTable,
  'tenant_id' | 'user_id' | 'task_id' | 'instance_id' | 'box' | 'at' | 'due_at' | 'read_at'
>

export interface TimerRows {
  readonly gone: readonly number[]
  readonly set: readonly { readonly number: number; readonly dueAt: Date }[]
  /** Whether those that stay are to wait until the instance goes on; undefined leaves them. */
  readonly held?: boolean
}

/** The columns of the log as they are, with JSON not yet text. */
export type ActionRow = {
  readonly [C in Exclude<keyof InstanceActionsTable, 'changed'>]: C extends JsonColumn
    ? unknown
    : InstanceActionsTable[C]
}
type JsonColumn = 'attachments' | 'details' | 'moves' | 'command' | 'answers'
