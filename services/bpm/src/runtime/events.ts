import type { Applied, Effect } from '../core/engine/command.ts'
import type { InstanceStatus } from '../core/instance.ts'
import type { NewEvent } from '../features/deliveries/enqueue.ts'
import { isActive, type ActingParty, type TaskChange } from './changes.ts'
import type { TaskRow } from './instances.ts'

interface EventContext {
  readonly action: string
  readonly changes: readonly TaskChange[]
  readonly actor: ActingParty
  readonly actedOn: string | undefined
  readonly comment: string | null
  readonly reason: string | null
  readonly at: Date
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
  const byKey = new Map(context.changes.map((change) => [change.after.key, change]))
  const told = new Set<number>()
  const events: NewEvent[] = context.action === 'start' ? [instanceEvent('instance.started')] : []
  for (const effect of applied.effects) {
    if (effect.kind === 'taskCreated' || effect.kind === 'taskChanged') {
      const change = byKey.get(effect.task.key)
      if (change === undefined || told.has(effect.task.key)) continue
      told.add(effect.task.key)
      events.push(...taskEvents(change))
    } else if (effect.kind === 'statusChanged') {
      events.push(...statusEvents(effect))
    } else if (effect.kind === 'variablesChanged') {
      const { variables } = applied.state
      events.push({ ...common(), type: 'variables.updated', variables: { ...variables } })
    }
  }
  return events

  function common() {
    const { actor, comment, reason, at } = context
    return {
      occurredAt: at,
      actor: { id: actor.id, name: actor.name },
      ...(comment === null ? {} : { comment }),
      ...(reason === null ? {} : { reason }),
    }
  }

  function instanceEvent(type: Extract<NewEvent['type'], `instance.${string}`>): NewEvent {
    const cause = context.changes.find(({ after }) => after.id === context.actedOn)?.after
    return {
      ...common(),
      type,
      variables: { ...applied.state.variables },
      ...(cause === undefined ? {} : { task: toEventTask(cause) }),
    }
  }

  function statusEvents({ from, to }: Extract<Effect, { kind: 'statusChanged' }>): NewEvent[] {
    if (to === 'RUNNING') return from === 'RETURNED' ? [instanceEvent('instance.resubmitted')] : []
    return to === 'SUSPENDED' || (from === 'SUSPENDED' && to === 'RETURNED')
      ? []
      : [instanceEvent(ofStatus[to])]
  }

  function taskEvents({ before, after }: TaskChange): NewEvent[] {
    const type = taskEventType(before, after)
    if (type === undefined) return []
    const task = toEventTask(after)
    // The comment belongs to the task that was acted on, not to those that end because of it.
    if (after.id === context.actedOn) return [{ ...common(), type, task }]
    const { occurredAt, actor } = common()
    return [{ occurredAt, actor, type, task }]
  }
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
      return !wasShown && isActive(after.status) ? 'task.created' : undefined
  }
}

function toEventTask(row: TaskRow) {
  return {
    taskNo: row.task_no,
    nodeId: row.node_id,
    nodeName: row.node_name,
    status: row.status,
    ...(row.assignee_id === null
      ? {}
      : { assignee: { id: row.assignee_id, name: row.assignee_name ?? row.assignee_id } }),
  }
}
