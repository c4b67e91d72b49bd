import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Applied, Command } from '../../core/engine/command.ts'
import type { MigrateCommand } from '../../core/engine/migrate.ts'
import type { EngineState } from '../../core/engine/state.ts'
import { compareVariables, type Variables } from '../../core/variables.ts'
import type { Attachment, CurrentNode, Move } from '../../db/instance-tables.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { enqueueEvents } from '../../outbox/enqueue.ts'
import { numberEvents, type Lane, type NewEvent } from '../../outbox/number-events.ts'
import { toActionRow } from './log-entry.ts'
import { isActive, toTaskChanges, type ActingParty, type TaskChange } from './task-changes.ts'
import { toEvents } from './events.ts'
import { findInstance, type InstanceRow, type TaskRow } from '../load/instances.ts'
import type { KnownPeople } from '../people/known.ts'
import { writeRecordings } from '../write/recording-queries.ts'
import type { Recording } from './recording.ts'
import { toTaskRows } from './task-rows.ts'
import { planTimers, prepareDues } from './times.ts'

/** An action that the engine has carried out in memory, with what people said about it. */
export interface Act {
  /** As the log calls it. */
  readonly action: string
  readonly command: Command | MigrateCommand
  readonly actor: ActingParty
  /** Row id of the task that was acted on. */
  readonly actedOn?: string
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly at: Date
}

/** What people know while an action is carried out, and the rows of the tasks it can touch. */
export interface Given {
  readonly people: KnownPeople
  readonly rows: ReadonlyMap<number, TaskRow>
}

export interface Recorded {
  /** The instance as it is now. */
  readonly instance: InstanceRow
  readonly changes: readonly TaskChange[]
}

/** An applied action as rows, with the events that it makes. */
export interface Planned extends Recorded {
  readonly recording: Recording
  readonly events: readonly NewEvent[]
}

/**
 * Writes an applied action with its events in a transaction that holds the lock of the instance.
 *
 * @throws PeopleNeeded when somebody's name is not known yet; nothing was written then.
 */
export async function recordAct(
  tx: Tx,
  instance: InstanceRow,
  process: CompiledProcess,
  applied: Applied,
  act: Act,
  given: Given,
): Promise<Recorded> {
  const planned = await planAct(tx, instance, process, applied, act, given)
  const written = await writeRecordings(tx, [planned.recording])
  if (!written.has(instance.id)) throw new Error('an instance moved on under its lock')
  // Their numbers are given out under a lock of their own: last, since a dispatcher waits for it.
  await tell(tx, planned.instance, planned.events)
  return planned
}

/**
 * To the owning application a called approval is a part of the one that called it first: it hears of
 * the tasks, under that one's number, and of the ends of that one alone.
 */
async function tell(tx: Tx, instance: InstanceRow, events: readonly NewEvent[]): Promise<void> {
  if (instance.rootId === null) return enqueueEvents(tx, instance, events)
  const ofTasks = events.filter(
    ({ type }) => type.startsWith('task.') || type === 'callback.requested',
  )
  const root = await findInstance(tx, instance.tenantId, instance.rootId)
  if (root !== undefined && ofTasks.length > 0) await enqueueEvents(tx, root, ofTasks)
}

/**
 * Turns an applied action into the rows that it writes.
 *
 * @param db Read for the working calendar, when a time has to be worked out.
 * @throws PeopleNeeded when somebody's name is not known yet.
 */
export async function planAct(
  db: Db,
  instance: InstanceRow,
  process: CompiledProcess,
  applied: Applied,
  act: Act,
  { people, rows }: Given,
): Promise<Planned> {
  const { tenantId } = instance
  const { actor, at, actedOn, comment = null, reason = null } = act
  const dueOf = await prepareDues(db, tenantId, applied.state, { rows, at })
  const changes = toTaskChanges(applied.effects, {
    ...{ tenantId, instanceId: instance.id, round: applied.state.round, process, people, rows },
    ...{ dueOf, actor, actedOn, comment, at },
  })
  const next = nextInstance(instance, process, applied.state, at)
  const action = toActionRow(next, {
    ...act,
    details: detailsOf(act, applied, { changes, before: instance.variables }),
    moves: movesOf(applied),
    answers: Object.fromEntries(applied.used.map((key) => [key, people.answers.get(key) ?? []])),
  })
  const recording: Recording = {
    instance: next,
    ...toTaskRows(changes, applied, { rows, actor, actedOn, at }),
    timers: await planTimers(db, instance, next),
    action,
    events: [],
  }
  const nameOf = (id: string) => process.nodes.get(id)?.name ?? id
  const told = { action: act.action, changes, actor, actedOn, comment, reason, at, nameOf }
  return { instance: next, changes, recording, events: toEvents(applied, told) }
}

/** What is written of an action that nobody else can come before: with the next numbers of its lane. */
export function withEvents({ instance, recording, events }: Planned, lane: Lane): Recording {
  return { ...recording, events: numberEvents(instance, events, lane) }
}

const movesOf = ({ effects }: Applied): Move[] =>
  effects.flatMap((effect) =>
    effect.kind === 'nodeLeft' ? [{ node: effect.node, outcome: effect.outcome }] : [],
  )

/**
 * What the log keeps besides: the values that changed, and where nobody was found, with the tasks to
 * hand to somebody.
 */
function detailsOf(
  act: Act,
  { effects, state }: Applied,
  { changes, before }: { changes: readonly TaskChange[]; before: Variables },
): Act['details'] {
  const incidents = effects.flatMap((effect) => {
    if (effect.kind !== 'incident') return []
    const { node, reason } = effect
    const stranded = changes.filter(({ after }) => after.node_id === node && isStranded(after))
    return [{ node, reason, taskNos: stranded.map(({ after }) => after.task_no) }]
  })
  const changed = effects.some(({ kind }) => kind === 'variablesChanged')
  const values = changed ? compareVariables(before, state.variables) : []
  if (incidents.length === 0 && values.length === 0) return act.details
  return {
    ...act.details,
    ...(incidents.length === 0 ? {} : { incidents }),
    ...(values.length === 0 ? {} : { changes: values }),
  }
}

const isStranded = ({ status, assignee_id, candidate_ids }: TaskRow): boolean =>
  isActive(status) && assignee_id === null && candidate_ids.length === 0

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
