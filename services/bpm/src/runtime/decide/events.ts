import type { Applied, Effect } from '../../core/engine/command.ts'
import type { InstanceStatus } from '../../core/instance.ts'
import type { Named } from '../../db/instance-tables.ts'
import type { NewEvent } from '../../outbox/enqueue.ts'
import type { TaskRow } from '../load/instances.ts'
import {
  holdersOf,
  isActive,
  onBehalfOf,
  type ActingParty,
  type TaskChange,
} from './task-changes.ts'

interface EventContext {
  readonly action: string
  readonly changes: readonly TaskChange[]
  readonly actor: ActingParty
  readonly actedOn: string | undefined
  /** In whose place the actor acts. */
  readonly onBehalfOf: Named | undefined
  readonly comment: string | null
  readonly reason: string | null
  readonly at: Date
  /** Names of nodes. */
  readonly nameOf: (node: string) => string
}

const ofStatus = {
  RETURNED: 'instance.returned',
  APPROVED: 'instance.approved',
  REJECTED: 'instance.rejected',
  WITHDRAWN: 'instance.withdrawn',
  TERMINATED: 'instance.terminated',
} as const satisfies Partial<Record<InstanceStatus, NewEvent['type']>>

/** What the owning application hears of an action, in the order in which it happened. */
export function toEvents(applied: Applied, context: EventContext): NewEvent[] {
  const { variables } = applied.state
  const byKey = new Map(context.changes.map((change) => [change.after.key, change]))
  const told = new Set<number>()
  const toInstanceEvent = (type: InstanceEventType): NewEvent => ({
    ...commonOf(context),
    type,
    variables: { ...variables },
    ...causeOf(context),
  })
  const toEvent = (effect: Effect): NewEvent[] => {
    if (effect.kind === 'taskCreated' || effect.kind === 'taskChanged') {
      const { key } = effect.task
      const change = byKey.get(key)
      if (change === undefined || told.has(key)) return []
      told.add(key)
      return toTaskEvents(change, context)
    }
    if (effect.kind === 'statusChanged') {
      const type = instanceEventType(effect.from, effect.to)
      return type === undefined ? [] : [toInstanceEvent(type)]
    }
    if (effect.kind === 'callbackRequested') return [toCallback(effect, applied, context)]
    if (effect.kind !== 'variablesChanged') return []
    return [{ ...commonOf(context), type: 'variables.updated', variables: { ...variables } }]
  }
  const started = context.action === 'start' ? [toInstanceEvent('instance.started')] : []
  return [...started, ...applied.effects.flatMap(toEvent)]
}

function toCallback(
  { node, request }: Extract<Effect, { kind: 'callbackRequested' }>,
  { state }: Applied,
  context: EventContext,
): NewEvent {
  const { occurredAt, actor } = commonOf(context)
  return {
    occurredAt,
    actor,
    type: 'callback.requested',
    variables: { ...state.variables },
    callback: { name: request, nodeId: node, nodeName: context.nameOf(node) },
  }
}

type InstanceEventType = Extract<NewEvent['type'], `instance.${string}`>

function commonOf({ actor, onBehalfOf: whose, comment, reason, at }: EventContext) {
  return {
    occurredAt: at,
    actor: { id: actor.id, name: actor.name },
    ...(whose === undefined ? {} : { onBehalfOf: { ...whose } }),
    ...(comment === null ? {} : { comment }),
    ...(reason === null ? {} : { reason }),
  }
}

/** The task whose decision moved the instance. */
function causeOf({ changes, actedOn }: EventContext) {
  const cause = changes.find(({ after }) => after.id === actedOn)?.after
  return cause === undefined ? {} : { task: toEventTask(cause) }
}

function instanceEventType(
  from: InstanceStatus,
  to: InstanceStatus,
): InstanceEventType | undefined {
  if (to === 'RUNNING') return from === 'RETURNED' ? 'instance.resubmitted' : undefined
  // Suspending and resuming change nothing that the owner has to follow.
  if (to === 'SUSPENDED' || (from === 'SUSPENDED' && to === 'RETURNED')) return undefined
  return ofStatus[to]
}

function toTaskEvents({ before, after }: TaskChange, context: EventContext): NewEvent[] {
  const type = taskEventType(before, after)
  if (type === undefined) return []
  const task = toEventTask(after)
  // The comment belongs to the task that was acted on, not to those that end because of it.
  if (after.id === context.actedOn) return [{ ...commonOf(context), type, task }]
  const { comment: _comment, reason: _reason, ...common } = commonOf(context)
  return [{ ...common, type, task }]
}

function taskEventType(
  before: TaskRow | undefined,
  after: TaskRow,
): Extract<NewEvent['type'], `task.${string}`> | undefined {
  const wasShown = before !== undefined && before.opened_at !== null
  switch (after.status) {
    case 'APPROVED':
    case 'REJECTED':
    case 'RETURNED':
    case 'TRANSFERRED':
      return 'task.completed'
    case 'SKIPPED':
    case 'CANCELLED':
      return wasShown ? 'task.cancelled' : undefined
    default:
      if (wasShown) return haveSameHolders(before, after) ? undefined : 'task.assigned'
      return isActive(after.status) ? 'task.created' : undefined
  }
}

/** Who has a task that is open, for whoever has not heard of it. */
export function toAssigned(
  row: TaskRow,
  { actor, at }: { readonly actor: ActingParty; readonly at: Date },
): NewEvent {
  const by = { id: actor.id, name: actor.name }
  return { type: 'task.assigned', occurredAt: at, actor: by, task: toEventTask(row) }
}

function haveSameHolders(before: TaskRow, after: TaskRow): boolean {
  const [had, has] = [new Set(holdersOf(before)), new Set(holdersOf(after))]
  return had.size === has.size && [...had].every((holder) => has.has(holder))
}

function toEventTask(row: TaskRow) {
  return {
    taskNo: row.task_no,
    nodeId: row.node_id,
    nodeName: row.node_name,
    status: row.status,
    ...(row.assignee_id === null
      ? { candidates: holdersOf(row) }
      : { assignee: { id: row.assignee_id, name: row.assignee_name ?? row.assignee_id } }),
    ...behalfOf(row),
    ...(row.content_hash === null ? {} : { contentHash: row.content_hash }),
  }
}

function behalfOf(row: TaskRow) {
  const whose = row.assignee_id === null ? undefined : onBehalfOf(row, row.assignee_id)
  return whose === undefined ? {} : { onBehalfOf: { id: whose.id, name: whose.name } }
}
