// For whom a task is there, and what they may do with it.
import type { UserCaller } from '../../callers.ts'
import type { CompiledProcess, UserTaskNode } from '../../core/definition/graph.ts'
import {
  decideTask,
  isInvolved,
  isLive,
  TASK_ACTIONS,
  taskActionPaths,
  type TaskActionName,
  type TaskHolders,
} from '../../core/task.ts'
import type { Db } from '../../db/schema.ts'
import type { InstanceRow, TaskRow } from '../../runtime/load/instances.ts'
import { isInAnyBox } from './queries.ts'

export const administrates = ({ permissions }: UserCaller): boolean =>
  permissions.includes('bpm:instance:admin')

/** Whether a task is there for a user: it is or was theirs to decide, or was shown to them. */
export async function isTheirs(db: Db, user: UserCaller, row: TaskRow): Promise<boolean> {
  if (isInvolved(holdersOf(row), user.userId)) return true
  return isInAnyBox(db, user.tenantId, row.id, user.userId)
}

export interface TaskReader {
  readonly userId: string
  readonly administrator: boolean
}

/** The actions that would be accepted now, from this reader, as far as a reader can tell. */
export function allowedActions(
  process: CompiledProcess,
  instance: InstanceRow,
  task: TaskRow,
  reader: TaskReader,
): string[] {
  if (task.kind === 'copy') return task.assignee_id === reader.userId ? ['read'] : []
  const node = process.nodes.get(task.node_id)
  if (node?.kind !== 'userTask' || instance.status !== 'RUNNING') return []
  return TASK_ACTIONS.filter((action) =>
    action === 'takeBack'
      ? canTakeBack(node, instance, task, reader)
      : isAllowed(node, task, action, reader),
  ).map((action) => taskActionPaths[action])
}

/** Whether others have acted since is only looked up when somebody tries. */
function canTakeBack(
  node: UserTaskNode,
  { execution }: InstanceRow,
  task: TaskRow,
  { userId }: TaskReader,
): boolean {
  const decided = task.status === 'APPROVED' || task.status === 'REJECTED'
  if (!decided || task.ended_by !== userId || node.forbidden.has('takeBack')) return false
  const asked = execution.activations.some(({ id }) => id === task.activation)
  return asked || execution.visits.some(({ decidedIn }) => decidedIn === task.activation)
}

function isAllowed(
  node: UserTaskNode,
  task: TaskRow,
  action: Exclude<TaskActionName, 'takeBack'>,
  { userId, administrator }: TaskReader,
): boolean {
  if (node.forbidden.has(action)) return false
  if (action === 'return' && node.returns.to === 'none') return false
  if (action === 'removeSign') return isLive(task.status) && task.assignee_id === userId
  return decideTask(holdersOf(task), action, { userId, administrator }).allowed
}

const holdersOf = (row: TaskRow): TaskHolders => ({
  state: row.status,
  assignee: row.assignee_id ?? undefined,
  candidates: row.candidate_ids,
  owner: row.owner_id ?? undefined,
})

/** Where a task can be returned to: the initiator, and the nodes people worked on before it. */
export function returnTargets(
  process: CompiledProcess,
  { execution }: InstanceRow,
  task: TaskRow,
): { id: string; name: string }[] {
  const node = process.nodes.get(task.node_id)
  if (node?.kind !== 'userTask' || node.returns.to === 'none') return []
  const initiator = { id: 'initiator', name: 'Initiator' }
  if (node.returns.to === 'initiator') return [initiator]
  const previous = { id: 'previous', name: 'Previous' }
  if (node.returns.to === 'previous') return [previous]
  const activation = execution.activations.find(({ id }) => id === task.activation)
  const token = execution.tokens.find(({ id }) => id === activation?.token)
  const past = new Set(token?.past)
  const visited = execution.visits
    .filter((visit) => past.has(visit.id) && !visit.auto && visit.id !== activation?.visit)
    .map((visit) => visit.node)
  const nodes = [...new Set(visited)].map((id) => ({ id, name: process.nodes.get(id)?.name ?? id }))
  return [initiator, ...(nodes.length > 0 ? [previous] : []), ...nodes]
}
