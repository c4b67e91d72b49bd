import { randomFillSync } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Effect } from '../../core/engine/command.ts'
import type { EngineTask } from '../../core/engine/state.ts'
import type { TaskState } from '../../core/task.ts'
import type { Named, OnBehalf } from '../../db/instance-tables.ts'
import type { TaskRow } from '../load/instances.ts'
import type { Known } from './known.ts'

/** Who does something, as logs and events name them. */
export interface ActingParty {
  readonly kind: 'user' | 'service'
  readonly id: string
  readonly name: string
}

export interface ChangeContext {
  readonly tenantId: string
  readonly instanceId: string
  readonly round: number
  readonly process: CompiledProcess
  readonly nameOf: (userId: string) => string
  /** The rows of the tasks that the state held before. */
  readonly rows: ReadonlyMap<number, TaskRow>
  readonly dueOf: (task: EngineTask) => Date | null
  readonly actor: ActingParty
  /** The row whose task the actor decided; the comment is theirs. */
  readonly actedOn: string | undefined
  /** What that task showed them. */
  readonly contentHash?: string | undefined
  readonly comment: string | null
  readonly at: Date
  /** Whom the actor shows it to, besides those whom the process does. */
  readonly copies?: HandCopies | undefined
}

export interface HandCopies {
  /** By which it is told what they see of the values. */
  readonly node: string
  readonly people: readonly Named[]
}

/** One task before and after an action; `before` is absent for a new one. */
export interface TaskChange {
  readonly before: TaskRow | undefined
  readonly after: TaskRow
}

/** A task that was asked already, and that an approval elsewhere counts for. */
export const isCarried = ({ before, after }: TaskChange): boolean =>
  before !== undefined && after.status === 'SKIPPED'

const ended: ReadonlySet<TaskState> = new Set([
  'APPROVED',
  'REJECTED',
  'RETURNED',
  'TRANSFERRED',
  'SKIPPED',
  'CANCELLED',
])

export const isEnded = (status: TaskState): boolean => ended.has(status)

/** Whether somebody has it in their inbox to act on. */
export const isActive = (status: TaskState): boolean => !isEnded(status) && status !== 'WAITING'

/** Who has a task to do now. */
export function holdersOf({ status, assignee_id: assignee, candidate_ids: candidates }: TaskRow) {
  if (!isActive(status)) return []
  return assignee === null ? candidates : [assignee]
}

/**
 * The rows that the engine's effects come to: the last state of each task that was made or changed,
 * and one copy for each person a node shows the approval to. {@link nameMentioned} names them.
 */
export function toTaskChanges(effects: readonly Effect[], context: ChangeContext): TaskChange[] {
  const changes = new Map<number, TaskChange>()
  const copies: TaskChange[] = []
  for (const effect of effects) {
    if (effect.kind === 'taskCreated' || effect.kind === 'taskChanged') {
      const { task } = effect
      const before = context.rows.get(task.key)
      const current = changes.get(task.key)?.after ?? before ?? newRow(task.node, context)
      changes.set(task.key, { before, after: applyTask(current, task, context) })
    } else if (effect.kind === 'copied') {
      const { users, node } = effect
      copies.push(...users.map((id) => newCopy(node, { id, name: context.nameOf(id) }, context)))
    }
  }
  return [...changes.values(), ...copies, ...byHand(context)]
}

/** How people are called whom effects give something to do or to see, and those not known yet. */
export function nameMentioned(
  effects: readonly Effect[],
  { rows, actor, known }: Pick<ChangeContext, 'rows' | 'actor'> & { readonly known: Known },
): { readonly nameOf: (userId: string) => string; readonly unknown: readonly string[] } {
  const names = new Map<string, string>([[actor.id, actor.name]])
  for (const row of rows.values()) {
    if (row.assignee_id !== null) names.set(row.assignee_id, row.assignee_name ?? row.assignee_id)
    if (row.owner_id !== null) names.set(row.owner_id, row.owner_name ?? row.owner_id)
    for (const { id, name } of Object.values(row.on_behalf ?? {})) names.set(id, name)
    row.candidate_ids.forEach((id, index) => names.set(id, row.candidate_names[index] ?? id))
  }
  const mentioned = effects.flatMap((effect) => {
    if (effect.kind === 'copied') return effect.users
    if (effect.kind !== 'taskCreated' && effect.kind !== 'taskChanged') return []
    const { assignee, owner, candidates, onBehalf } = effect.task
    const holders = [assignee, owner].filter((id) => id !== undefined)
    return [...holders, ...candidates, ...Object.values(onBehalf ?? {})]
  })
  return {
    nameOf: (userId) => known.names.get(userId) ?? names.get(userId) ?? userId,
    unknown: mentioned.filter((id) => !known.names.has(id) && !names.has(id)),
  }
}

const decides = (state: TaskState): boolean => state === 'APPROVED' || state === 'REJECTED'

function toOnBehalf({ onBehalf }: EngineTask, nameOf: ChangeContext['nameOf']): OnBehalf | null {
  if (onBehalf === undefined) return null
  const pairs = Object.entries(onBehalf)
  return Object.fromEntries(pairs.map(([standIn, id]) => [standIn, { id, name: nameOf(id) }]))
}

/** In whose place somebody has or decides a task; undefined for whoever does so themselves. */
export const onBehalfOf = (
  { on_behalf: names }: Pick<TaskRow, 'on_behalf'>,
  userId: string,
): Named | undefined => (names !== null && Object.hasOwn(names, userId) ? names[userId] : undefined)

function newRow(node: string, context: ChangeContext): TaskRow {
  return {
    tenant_id: context.tenantId,
    id: uuidv7(),
    task_no: newTaskNo(),
    instance_id: context.instanceId,
    kind: 'decision',
    node_id: node,
    node_name: context.process.nodes.get(node)?.name ?? node,
    status: 'WAITING',
    round: context.round,
    revision: 0,
    assignee_id: null,
    assignee_name: null,
    candidate_ids: [],
    candidate_names: [],
    key: null,
    activation: null,
    owner_id: null,
    owner_name: null,
    weight: null,
    position: null,
    part: null,
    parent: null,
    added_by: null,
    copied_by: null,
    copied_by_name: null,
    created_at: context.at,
    opened_at: null,
    ended_at: null,
    ended_by: null,
    ended_by_name: null,
    comment: null,
    read_at: null,
    due_at: null,
    reminded_at: null,
    on_behalf: null,
    decided_by: null,
    content_hash: null,
  }
}

function byHand(context: ChangeContext): TaskChange[] {
  const { copies, actor } = context
  if (copies === undefined) return []
  return copies.people.map((person) => {
    const { before, after } = newCopy(copies.node, person, context)
    return { before, after: { ...after, copied_by: actor.id, copied_by_name: actor.name } }
  })
}

function newCopy(node: string, { id, name }: Named, context: ChangeContext): TaskChange {
  const after: TaskRow = {
    ...newRow(node, context),
    kind: 'copy',
    status: 'OPEN',
    revision: 1,
    assignee_id: id,
    assignee_name: name,
    opened_at: context.at,
  }
  return { before: undefined, after }
}

function applyTask(row: TaskRow, task: EngineTask, context: ChangeContext): TaskRow {
  const { nameOf } = context
  const actedOn = row.id === context.actedOn
  const end = isEnded(task.state)
  return {
    ...row,
    status: task.state,
    round: task.round,
    // One step per action, however often the engine touched the task in it.
    revision: (context.rows.get(task.key)?.revision ?? 0) + 1,
    assignee_id: task.assignee ?? null,
    assignee_name: task.assignee === undefined ? null : nameOf(task.assignee),
    candidate_ids: [...task.candidates],
    candidate_names: task.candidates.map(nameOf),
    key: task.key,
    activation: task.activation,
    owner_id: task.owner ?? null,
    owner_name: task.owner === undefined ? null : nameOf(task.owner),
    on_behalf: toOnBehalf(task, nameOf),
    decided_by: decides(task.state) ? (task.assignee ?? null) : null,
    weight: task.weight,
    position: task.order,
    part: task.part,
    parent: task.parent ?? null,
    added_by: task.addedBy ?? null,
    due_at: row.due_at ?? context.dueOf(task),
    opened_at: row.opened_at ?? (isActive(task.state) ? context.at : null),
    ended_at: end ? (row.ended_at ?? context.at) : null,
    ended_by: end && actedOn ? context.actor.id : row.ended_by,
    ended_by_name: end && actedOn ? context.actor.name : row.ended_by_name,
    content_hash: end && actedOn ? (context.contentHash ?? null) : row.content_hash,
    comment: actedOn && context.comment !== null ? context.comment : row.comment,
  }
}

// Crockford's alphabet: without I, L, O and U, which are misread or make words.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LETTERS = 8
// Drawn ahead for many numbers: the draw itself costs more than the few bytes of one.
const drawn = Buffer.alloc(LETTERS * 128)
let used = drawn.length

/**
 * A number for a new task, such as `T-7K3M9Q2X`: short enough to read out, and too many (2^40) to
 * guess. The database refuses the rare repeat within a tenant.
 */
export function newTaskNo(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  let number = 'T-'
  const end = used + LETTERS
  for (; used < end; used++) number += alphabet.charAt((drawn[used] ?? 0) & 31)
  return number
}
