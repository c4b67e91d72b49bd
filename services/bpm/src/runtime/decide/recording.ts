import type { WorkflowEvent } from '@countersign/contracts'
import type { IdempotencyKey } from '@countersign/service-kit/idempotency'
import { uuidv7 } from 'uuidv7'
import type { Applied, Command, Effect } from '../../core/engine/command.ts'
import type { MigrateCommand } from '../../core/engine/actions/migrate.ts'
import type { EngineState } from '../../core/engine/state.ts'
import type { BoundBy } from '../../core/task.ts'
import type {
  Attachment,
  InboxEntriesTable,
  InstanceActionsTable,
  Move,
  Named,
} from '../../db/instance-tables.ts'
import type { InstanceRow, TaskRow } from '../load/instances.ts'
import type { IncidentRows } from './incidents.ts'
import { holdersOf, type ActingParty, type TaskChange } from './task-changes.ts'

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
  readonly signals?: SignalRows
  readonly incidents?: IncidentRows
  readonly action: ActionRow
  readonly events: readonly WorkflowEvent[]
  /** The trace in which it was decided; deliveries of its events go on with it. */
  readonly traceparent?: string | undefined
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

/** What an action means to signals that go from approval to approval. */
export interface SignalRows {
  readonly gone: readonly number[]
  readonly set: readonly { readonly number: number; readonly name: string }[]
  readonly thrown: readonly {
    readonly id: string
    readonly originId: string
    readonly name: string
    readonly node: string
  }[]
  /** Those that waited for the approval to go on may come. */
  readonly released: boolean
}

/** The columns of the log as they are, with JSON not yet text. */
export type ActionRow = {
  readonly [C in Exclude<keyof InstanceActionsTable, LeftToDefault>]: C extends JsonColumn
    ? unknown
    : InstanceActionsTable[C]
}
type LeftToDefault = 'changed' | 'erased' | 'actor_name_salt' | 'on_behalf_of_name_salt'
type JsonColumn = 'attachments' | 'details' | 'moves' | 'command' | 'answers'

export interface LoggedAction {
  readonly action: string
  readonly actor: ActingParty
  readonly actedOn?: string
  /** What the task shows that is acted on. */
  readonly contentHash?: string | undefined
  readonly boundBy?: BoundBy | undefined
  /** In whose place they act. */
  readonly onBehalfOf?: Named | undefined
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly moves?: readonly Move[]
  readonly command?: Command | MigrateCommand
  readonly answers?: Readonly<Record<string, readonly string[]>>
}

/** A row of the log, under the number that the instance has already counted. */
export function toActionRow(instance: InstanceRow, at: Date, logged: LoggedAction): ActionRow {
  const { reason, moves = [] } = logged
  const details = reason === undefined ? logged.details : { ...logged.details, reason }
  return {
    tenant_id: instance.tenantId,
    instance_id: instance.id,
    sequence: instance.lockVersion,
    at,
    round: instance.round,
    action: logged.action,
    actor_kind: logged.actor.kind,
    actor_id: logged.actor.id,
    actor_name: logged.actor.name,
    on_behalf_of_id: logged.onBehalfOf?.id ?? null,
    on_behalf_of_name: logged.onBehalfOf?.name ?? null,
    task_id: logged.actedOn ?? null,
    content_hash: logged.contentHash ?? null,
    bound_by: logged.boundBy ?? null,
    comment: logged.comment ?? null,
    attachments: logged.attachments ?? null,
    details: details ?? null,
    moves: moves.length === 0 ? null : moves,
    command: logged.command ?? null,
    answers: logged.answers ?? null,
  }
}

interface TaskContext {
  /** The tasks as they were read, by their key. */
  readonly rows: ReadonlyMap<number, TaskRow>
  readonly actor: ActingParty
  readonly actedOn: string | undefined
  readonly at: Date
  /** Whether a task shows something else than before. */
  readonly showsOther: (row: TaskRow) => boolean
}

/**
 * What an applied action comes to in signals: a row is there exactly as long as something waits, and one for each that
 * was thrown.
 *
 * @param origin The first of the signals that led to the action, if one did.
 */
export function toSignalRows(
  before: InstanceRow,
  { state, effects }: Applied,
  { origin }: { readonly origin?: string | undefined },
): SignalRows {
  const waited = waitsOf(before)
  const waits = waitsOf(state)
  const thrown = effects.flatMap((effect) => {
    if (effect.kind !== 'signalThrown') return []
    const id = uuidv7()
    return [{ id, originId: origin ?? id, name: effect.name, node: effect.node }]
  })
  return {
    gone: [...waited.keys()].filter((number) => !waits.has(number)),
    set: [...waits].flatMap(([number, name]) => (waited.has(number) ? [] : [{ number, name }])),
    thrown,
    released: before.status === 'SUSPENDED' && state.status !== 'SUSPENDED',
  }
}

const waitsOf = ({ execution }: Pick<EngineState, 'execution'>): ReadonlyMap<number, string> =>
  new Map((execution.subscriptions ?? []).map(({ id, name }) => [id, name]))

/** The rows of tasks and of people's boxes that an action comes to. */
export function toTaskRows(
  changes: readonly TaskChange[],
  effects: readonly Effect[],
  context: TaskContext,
): Pick<Recording, 'tasks' | 'inbox'> {
  const tasks = new Map(changes.map(({ after }) => [after.id, after]))
  const inbox = toInbox(changes, context)
  // Who has read a task, or seen it in a list, does not decide on something else.
  for (const row of context.rows.values()) {
    const stale = row.ended_at === null && !tasks.has(row.id) && context.showsOther(row)
    if (stale) tasks.set(row.id, { ...row, revision: row.revision + 1 })
  }
  for (const row of remindedOf(effects, context)) {
    const reminded = { ...(tasks.get(row.id) ?? row), reminded_at: context.at }
    tasks.set(row.id, reminded)
    for (const entry of todoOf(reminded, context.at)) inbox.set(keyOf(entry), entry)
  }
  return { tasks: [...tasks.values()], inbox: [...inbox.values()] }
}

/** The tasks whose time to be marked as urgent has come. */
function remindedOf(effects: readonly Effect[], { rows }: TaskContext): TaskRow[] {
  const keys = effects.flatMap((effect) => (effect.kind === 'reminded' ? effect.tasks : []))
  return keys.flatMap((key) => rows.get(key) ?? [])
}

/** A person has a task in one box at a time: what they still have to do comes last. */
function toInbox(
  changes: readonly TaskChange[],
  { actor, actedOn, at }: TaskContext,
): Map<string, InboxRow> {
  const entries = new Map<string, InboxRow>()
  const put = (entry: InboxRow) => entries.set(keyOf(entry), entry)
  for (const { before, after } of changes) {
    if (after.kind === 'copy') {
      if (after.assignee_id === null) continue
      put(toEntry(after, after.assignee_id, 'cc', after.created_at))
      continue
    }
    if (before !== undefined) {
      for (const one of [...holdersOf(before), ...waitingOf(before)]) {
        put(toEntry(after, one, 'past', at))
      }
    }
    if (after.id === actedOn && actor.kind === 'user') put(toEntry(after, actor.id, 'done', at))
    for (const one of waitingOf(after)) put(toEntry(after, one, 'waiting', at))
    for (const entry of todoOf(after, at)) put(entry)
  }
  return entries
}

const todoOf = (row: TaskRow, at: Date): InboxRow[] =>
  holdersOf(row).map((holder) => toEntry(row, holder, 'todo', row.opened_at ?? at))

/** Whose it is while others have it: who has lent it, and who has asked others to decide first. */
function waitingOf({ status, owner_id: owner, assignee_id: assignee, opened_at: at }: TaskRow) {
  if (status === 'DELEGATED') return owner === null ? [] : [owner]
  return status === 'WAITING' && at !== null && assignee !== null ? [assignee] : []
}

const toEntry = (row: TaskRow, userId: string, box: InboxRow['box'], at: Date): InboxRow => ({
  tenant_id: row.tenant_id,
  task_id: row.id,
  instance_id: row.instance_id,
  user_id: userId,
  box,
  at,
  due_at: row.due_at,
  read_at: row.read_at,
})

const keyOf = ({ task_id: taskId, user_id: userId }: InboxRow) => `${taskId}/${userId}`
