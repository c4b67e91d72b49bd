// Tells an application that begins to ask for it who has the tasks that are open by then, through the outbox: in order
// with whatever else happens to the approval. Each is a transaction that also notes how far it is: a process that has
// lost its lease finds that another went on, and tells nothing.
//
// Kept by: services/bpm/src/features/biz-types/telling/telling.test.ts "tells nobody twice when a process stood still for longer than its lease"
// Kept by: services/bpm/src/features/biz-types/telling/telling.test.ts "goes on where a process died"
import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Tx } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { toAssigned } from '../../../runtime/decide/events.ts'
import { lockCalled, lockInstance } from '../../../runtime/load/instances.ts'
import { appendAction, tell } from '../../../runtime/write/locked.ts'
import {
  advanceTelling,
  endTelling,
  leaseTelling,
  listLive,
  listWaitingTasks,
  type Telling,
} from './queries.ts'

const POLL_MS = 2_000
/** The same while nothing happens in the process. */
const QUIET_MS = 10_000
/** How long a process that died keeps others from what it was about to tell. */
const LEASE_SECONDS = 60
/** Approvals of one round. */
const BATCH = 20

type TellingDeps = Pick<Deps, 'db' | 'now' | 'log'>

/** Builds the worker that tells until its signal. Any number of processes may run one. */
export function tellingWorker(
  deps: TellingDeps,
  activity: Activity,
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'open tasks' })
  const round = () => tellOpenTasks(deps)
  const quiet = { activity, mostMs: QUIET_MS }
  return (signal) => pollLoop({ name: 'open tasks', idleMs: POLL_MS, quiet, signal, log, round })
}

/** Tells of some approvals; answers of how many. */
export async function tellOpenTasks(
  deps: TellingDeps,
  leaseSeconds = LEASE_SECONDS,
): Promise<number> {
  const leased = await leaseTelling(deps.db, leaseSeconds)
  if (leased === undefined) return 0
  const ids = await listLive(deps.db, leased, BATCH)
  let telling = leased
  for (const id of ids) {
    const isHeld = await inTransaction(deps.db, (tx) => tellOne(tx, deps, telling, id))
    if (!isHeld) break
    telling = { ...telling, afterInstanceId: id }
  }
  await endTelling(deps.db, telling, ids.length < BATCH)
  return ids.length
}

const service = { kind: 'service', id: 'bpm', name: 'Workflow' } as const

/** @returns false when another process went on. */
async function tellOne(
  tx: Tx,
  { now }: TellingDeps,
  telling: Telling,
  instanceId: string,
): Promise<boolean> {
  const { tenantId } = telling
  const instance = await lockInstance(tx, tenantId, instanceId)
  if (!(await advanceTelling(tx, telling, instanceId))) return false
  if (instance === undefined || instance.endedAt !== null) return true
  const family = [instance, ...(await lockCalled(tx, instance))]
  const tasks = await listWaitingTasks(
    tx,
    tenantId,
    family.map(({ id }) => id),
  )
  if (tasks.length === 0) return true
  const at = now()
  // Whoever decides on what they have read is to number their events after these.
  await appendAction(tx, instance, { action: 'tellHolders', actor: service, at })
  const events = tasks.map((row) => toAssigned(row, { actor: service, at }))
  await tell(tx, instance, events)
  return true
}
