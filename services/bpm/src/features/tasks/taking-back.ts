import type { CompiledProcess } from '../../core/definition/graph.ts'
import { signalsAmong, triggersAt } from '../../core/definition/events/triggers.ts'
import type { Evidence } from '../../core/engine/actions/offers.ts'
import type { Db } from '../../db/schema.ts'
import type { TaskChange } from '../../runtime/decide/task-changes.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import { toEngineTask, type Snapshot } from '../../runtime/load/snapshot.ts'
import { listActedSince, listCarried, listLeftSince, listRun, listToldSince } from './queries.ts'

/** What the engine has to be told of a decision that is taken back; it forgets what is done. */
export interface TakenBack {
  /** All tasks of the run of the node in which it was made. */
  readonly run: readonly TaskRow[]
  /**
   * Nodes where somebody has acted on what came up with it or after it, or a message has come, and those that have thrown
   * what a caller has gone on by.
   */
  readonly since: readonly string[]
  /** Runs of nodes where somebody has. */
  readonly acted: readonly (readonly [node: string, run: number])[]
  /** Events that have thrown or caught a signal with it or since. */
  readonly signals: readonly string[]
  /** Nodes in other branches where the approval has been counted, too, and still is. */
  readonly carried: readonly string[]
}

/** Under the row lock of the instance nothing can follow any more; without it this is what is so now. */
export async function findTakenBack(
  db: Db,
  { process, instance: { tenantId, id, parentId } }: Pick<Snapshot, 'process' | 'instance'>,
  row: TaskRow,
): Promise<TakenBack> {
  const run = await listRun(db, tenantId, id, row.activation ?? 0)
  const at = row.ended_at ?? row.created_at
  const acted = await listActedSince(db, tenantId, id, at)
  const own = new Set(run.map((task) => task.id))
  const others = acted.filter((one) => !own.has(one.id))
  const inCalls = others.flatMap(({ nodeId, run: at }) => (at === null ? [nodeId] : []))
  const left = await listLeftSince(db, tenantId, id, at)
  // Whoever sent the message, or threw the signal elsewhere, would not do it again.
  const received = left.flatMap(({ action, node }) =>
    isReceived(process, node, action) ? [node] : [],
  )
  const told = parentId === null ? [] : await listToldSince(db, tenantId, id, at)
  const carried = await listCarried(db, row)
  const signals = signalsAmong(
    process,
    left.map(({ node }) => node),
  )
  const inRuns = others.flatMap(({ nodeId, run: at }) =>
    at === null ? [] : [[nodeId, at] as const],
  )
  return { run, since: [...inCalls, ...received, ...told], acted: inRuns, signals, carried }
}

function isReceived(process: CompiledProcess, node: string, action: string): boolean {
  const heard = triggersAt(process, node).map(({ on }) => on)
  if (action === 'signal') return heard.includes('signal')
  return action === 'message' && heard.some((on) => on === 'message' || on === 'error')
}

/** The same for the engine's command: those cancelled by the decision are asked again. */
export function toEvidence(row: TaskRow, takenBack: TakenBack | undefined): Evidence {
  const { run = [], since = [], acted = [], signals = [], carried = [] } = takenBack ?? {}
  const endedAt = row.ended_at?.getTime()
  const reopened = run.filter(
    (task) => task.status === 'CANCELLED' && task.ended_at?.getTime() === endedAt,
  )
  return {
    decided: run.map(toEngineTask),
    reopened: reopened.map(({ key }) => key ?? 0),
    since: [...new Set(since)],
    ...(acted.length === 0
      ? {}
      : { acted: [...new Map(acted.map((one) => [one[1], one])).values()] }),
    signals: [...new Set(signals)],
    carried: [...new Set(carried)],
  }
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
