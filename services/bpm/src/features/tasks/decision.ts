import type { TaskCommand } from '../../core/engine/command.ts'
import { LockNeeded, type Held } from '../../runtime/loop.ts'
import type { TaskChange } from '../../runtime/decide/task-changes.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import { recordAct } from '../../runtime/decide/plan.ts'
import { toEngineTask } from '../../runtime/load/state.ts'
import { listActedSince, listLeftByMessage, listRun } from './queries.ts'

/** What the engine has to be told of a decision that is taken back; it forgets what is done. */
export interface Decision {
  /** All tasks of the run of the node in which it was made. */
  readonly run: readonly TaskRow[]
  /** Nodes where somebody has acted on what came up with it or after it, or a message has come. */
  readonly since: readonly string[]
}

/** Under the lock of the instance, so nothing can follow any more. @throws LockNeeded without it. */
export async function findDecision(
  { tx, process, instance: { tenantId, id } }: Held,
  row: TaskRow,
): Promise<Decision> {
  if (tx === undefined) throw new LockNeeded()
  const run = await listRun(tx, tenantId, id, row.activation ?? 0)
  const at = row.ended_at ?? row.created_at
  const acted = await listActedSince(tx, tenantId, id, at)
  const own = new Set(run.map((task) => task.id))
  const byPeople = acted.filter((one) => !own.has(one.id)).map(({ nodeId }) => nodeId)
  // Whoever sent the message would not send it again.
  const left = await listLeftByMessage(tx, tenantId, id, at)
  const received = left.filter((nodeId) => process.nodes.get(nodeId)?.kind === 'receive')
  return { run, since: [...byPeople, ...received] }
}

/** The same for the engine's command: those cancelled by the decision are asked again. */
export function toEvidence(
  row: TaskRow,
  decision: Decision | undefined,
): Pick<Extract<TaskCommand, { kind: 'takeBack' }>, 'decided' | 'reopened' | 'since'> {
  const { run = [], since = [] } = decision ?? {}
  const endedAt = row.ended_at?.getTime()
  const reopened = run.filter(
    (task) => task.status === 'CANCELLED' && task.ended_at?.getTime() === endedAt,
  )
  return {
    decided: run.map(toEngineTask),
    reopened: reopened.map(({ key }) => key ?? 0),
    since: [...new Set(since)],
  }
}

/** Records an action that also changes tasks that are done: those of a decision taken back. */
export function recordWith(
  { tx, instance, process, rows }: Held,
  { run }: Decision,
): Held['record'] {
  if (tx === undefined) throw new LockNeeded()
  const all = new Map([...run.map((row) => [row.key ?? 0, row] as const), ...rows])
  return (applied, act, people) =>
    recordAct(tx, instance, process, applied, act, { people, rows: all })
}

/** The task that an action leaves its actor with: after taking back, the one to decide anew. */
export function resultOf(
  changes: readonly TaskChange[],
  row: TaskRow,
  { userId }: { readonly userId: string },
  path: string,
): TaskRow {
  const anew = changes.find(
    ({ before, after }) =>
      before === undefined && after.node_id === row.node_id && after.assignee_id === userId,
  )
  if (path === 'take-back' && anew !== undefined) return anew.after
  return changes.find(({ after }) => after.id === row.id)?.after ?? row
}
