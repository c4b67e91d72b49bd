import type { CompiledProcess } from '../core/definition/graph.ts'
import type { Applied, Command } from '../core/engine/command.ts'
import type { EngineState } from '../core/engine/state.ts'
import type { Attachment, CurrentNode, Move } from '../db/instance-tables.ts'
import type { Tx } from '../db/schema.ts'
import { enqueueEvents, type NewEvent } from '../features/deliveries/enqueue.ts'
import { insertAction } from './actions.ts'
import { isActive, toTaskChanges, type ActingParty, type TaskChange } from './changes.ts'
import { toEvents } from './events.ts'
import { findInstance, updateInstance, type InstanceRow, type TaskRow } from './instances.ts'
import type { KnownPeople } from './people.ts'
import {
  insertTasks,
  markReminded,
  putIntoBoxes,
  settleTodo,
  touchActiveTasks,
  updateTasks,
  type InboxRow,
} from './task-queries.ts'
import { prepareDues, writeTimers } from './timers.ts'

/** An action that the engine has carried out in memory, with what people said about it. */
export interface Act {
  /** As the log calls it. */
  readonly action: string
  readonly command: Command
  readonly actor: ActingParty
  /** Row id of the task that was acted on. */
  readonly actedOn?: string
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly at: Date
}

/**
 * Writes an applied action: tasks, inboxes, instance, log, and last the events, whose numbers are
 * given out under a lock of their own. Call it under the lock of the instance.
 *
 * @returns the instance as it is now.
 * @throws PeopleNeeded when somebody's name is not known yet; nothing was written then.
 */
export async function recordAct(
  tx: Tx,
  instance: InstanceRow,
  process: CompiledProcess,
  applied: Applied,
  act: Act,
  given: {
    people: KnownPeople
    rows: ReadonlyMap<number, TaskRow>
    /** How the instance is written: a start inserts it, everything else updates it. */
    write?: (tx: Tx, next: InstanceRow) => Promise<void>
  },
): Promise<{ instance: InstanceRow; changes: readonly TaskChange[] }> {
  const { tenantId } = instance
  const { actor, at, comment = null, reason = null } = act
  const { rows } = given
  const dueOf = await prepareDues(tx, tenantId, applied.state, { rows, at })
  const changes = toTaskChanges(applied.effects, {
    tenantId,
    instanceId: instance.id,
    round: applied.state.round,
    process,
    people: given.people,
    rows,
    dueOf,
    actor,
    actedOn: act.actedOn,
    comment,
    at,
  })
  const next = nextInstance(instance, process, applied.state, at)
  await (given.write ?? writeInstance)(tx, next)
  await writeTasks(tx, tenantId, changes, act)
  await remind(tx, tenantId, applied, { rows, at })
  await writeTimers(tx, instance, next)
  if (applied.effects.some(({ kind }) => kind === 'variablesChanged')) {
    const touched = changes.map(({ after }) => after.id)
    await touchActiveTasks(tx, tenantId, instance.id, touched)
  }
  await insertAction(tx, next, {
    ...act,
    details: detailsOf(act, applied, changes),
    moves: movesOf(applied),
    answers: Object.fromEntries(
      applied.used.map((key) => [key, given.people.answers.get(key) ?? []]),
    ),
  })
  const told = { action: act.action, changes, actor, actedOn: act.actedOn, comment, reason, at }
  await tell(tx, next, toEvents(applied, told))
  return { instance: next, changes }
}

/**
 * To the owning application a called approval is a part of the one that called it first: it hears of
 * the tasks, under that one's number, and of the ends of that one alone.
 */
async function tell(tx: Tx, instance: InstanceRow, events: readonly NewEvent[]): Promise<void> {
  if (instance.rootId === null) return enqueueEvents(tx, instance, events)
  const ofTasks = events.filter(({ type }) => type.startsWith('task.'))
  const root = await findInstance(tx, instance.tenantId, instance.rootId)
  if (root !== undefined && ofTasks.length > 0) await enqueueEvents(tx, root, ofTasks)
}

const movesOf = ({ effects }: Applied): Move[] =>
  effects.flatMap((effect) =>
    effect.kind === 'nodeLeft' ? [{ node: effect.node, outcome: effect.outcome }] : [],
  )

/** Marks the tasks whose time for it has come as urgent. */
async function remind(
  tx: Tx,
  tenantId: string,
  { effects }: Applied,
  { rows, at }: { rows: ReadonlyMap<number, TaskRow>; at: Date },
): Promise<void> {
  const keys = effects.flatMap((effect) => (effect.kind === 'reminded' ? effect.tasks : []))
  const ids = keys.flatMap((key) => rows.get(key)?.id ?? [])
  if (ids.length > 0) await markReminded(tx, tenantId, ids, at)
}

/** What the log keeps besides: also where nobody was found, and the tasks to hand to somebody. */
function detailsOf(act: Act, { effects }: Applied, changes: readonly TaskChange[]): Act['details'] {
  const incidents = effects.flatMap((effect) => {
    if (effect.kind !== 'incident') return []
    const { node, reason } = effect
    const stranded = changes.filter(({ after }) => after.node_id === node && isStranded(after))
    return [{ node, reason, taskNos: stranded.map(({ after }) => after.task_no) }]
  })
  return incidents.length === 0 ? act.details : { ...act.details, incidents }
}

const isStranded = ({ status, assignee_id, candidate_ids }: TaskRow): boolean =>
  isActive(status) && assignee_id === null && candidate_ids.length === 0

const writeInstance = (tx: Tx, next: InstanceRow): Promise<void> =>
  updateInstance(tx, next.tenantId, next.id, {
    status: next.status,
    round: next.round,
    revision: next.revision,
    variables: JSON.stringify(next.variables),
    book: JSON.stringify(next.book),
    current_nodes: JSON.stringify(next.currentNodes),
    last_action: next.lastAction,
    updated_at: next.updatedAt,
    ended_at: next.endedAt,
  })

function nextInstance(
  instance: InstanceRow,
  process: CompiledProcess,
  state: EngineState,
  at: Date,
): InstanceRow {
  const { status, round, variables, book } = state
  const open = status === 'RUNNING' || status === 'RETURNED' || status === 'SUSPENDED'
  return {
    ...instance,
    status,
    round,
    variables,
    book,
    revision: instance.revision + 1,
    lastAction: instance.lastAction + 1,
    currentNodes: open ? currentNodesOf(process, state) : [],
    updatedAt: at,
    endedAt: open ? null : (instance.endedAt ?? at),
  }
}

function currentNodesOf(process: CompiledProcess, { book }: EngineState): CurrentNode[] {
  const waiting = book.tokens.filter(({ on, place }) => {
    const kind = on === 'node' ? process.nodes.get(place)?.kind : undefined
    return kind === 'timer' || kind === 'receive' || kind === 'call'
  })
  const nodes = [...book.activations.map(({ node }) => node), ...waiting.map(({ place }) => place)]
  const ids = new Set(nodes)
  return [...ids].map((id) => ({ id, name: process.nodes.get(id)?.name ?? id }))
}

async function writeTasks(
  tx: Tx,
  tenantId: string,
  changes: readonly TaskChange[],
  act: Act,
): Promise<void> {
  const created = changes.filter(({ before }) => before === undefined)
  const changed = changes.filter(({ before }) => before !== undefined).map(({ after }) => after)
  await insertTasks(
    tx,
    created.map(({ after }) => after),
  )
  await updateTasks(tx, tenantId, changed)

  const entries = toInbox(changes, act)
  const taskIds = changed.map(({ id }) => id)
  if (taskIds.length > 0) {
    const stillTodo = entries
      .filter(({ box }) => box === 'todo')
      .map((entry) => ({ taskId: entry.task_id, userId: entry.user_id }))
    await settleTodo(tx, tenantId, { taskIds, stillTodo, at: act.at })
  }
  await putIntoBoxes(tx, entries)
}

function toInbox(changes: readonly TaskChange[], act: Act): InboxRow[] {
  const entries = new Map<string, InboxRow>()
  const put = (row: TaskRow, userId: string, box: InboxRow['box'], at: Date) => {
    const entry = { tenant_id: row.tenant_id, task_id: row.id, instance_id: row.instance_id }
    const dates = { at, due_at: row.due_at, read_at: row.read_at }
    entries.set(`${row.id}/${userId}`, { ...entry, ...dates, user_id: userId, box })
  }
  for (const { after } of changes) {
    if (after.id === act.actedOn && act.actor.kind === 'user') {
      put(after, act.actor.id, 'done', act.at)
    }
    if (after.kind === 'copy' && after.assignee_id !== null) {
      put(after, after.assignee_id, 'cc', after.created_at)
    } else if (isActive(after.status)) {
      const holders = after.assignee_id === null ? after.candidate_ids : [after.assignee_id]
      for (const holder of holders) put(after, holder, 'todo', after.opened_at ?? act.at)
    }
  }
  return [...entries.values()]
}
