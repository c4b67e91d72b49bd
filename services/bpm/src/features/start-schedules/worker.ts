// Starts approvals whose time has come, each under a lease; one that cannot be started waits with exponential backoff.
//
// Kept by: services/bpm/src/features/start-schedules/start-schedules.test.ts "that cannot be made is told to administrators, tried again, and made once it can be"
import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { uuidv7 } from 'uuidv7'
import { toFailure } from '../../runtime/starts/failures.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { findNextDue, leaseSchedules, postponeStart, type LeasedSchedule } from './queries.ts'

const POLL_MS = 2000
/** Beyond that, while nothing happens in the process and nothing becomes due. */
const QUIET_MS = 10_000
/** How long a process that died keeps others from its starts. */
export const LEASE_SECONDS = 30
/** Taken at once; each needs a connection. */
const BATCH = 4

interface WorkerOptions {
  readonly idleMs?: number
  readonly leaseSeconds?: number
  readonly activity?: Activity
}

/** Builds the worker that starts approvals by time until its signal. Any number of processes may run one. */
export function startWorker(
  deps: UnattendedDeps,
  { idleMs = POLL_MS, leaseSeconds = LEASE_SECONDS, activity }: WorkerOptions = {},
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'starts' })
  const round = () => startAllDue(deps, leaseSeconds)
  const dueInMs = async (lookedMsAgo: number) => {
    const now = deps.now().getTime()
    return (await findNextDue(deps.db, new Date(now - lookedMsAgo))) - now
  }
  const quiet = activity && { activity, mostMs: QUIET_MS, dueInMs }
  return (signal) => pollLoop({ name: 'starts', idleMs, quiet, signal, log, round })
}

/** Makes some of the starts that are due; answers how many it found. */
export async function startAllDue(
  deps: UnattendedDeps,
  leaseSeconds = LEASE_SECONDS,
): Promise<number> {
  const lease = { leaseId: uuidv7(), leaseSeconds, now: deps.now(), limit: BATCH }
  const leased = await leaseSchedules(deps.db, lease)
  await Promise.all(leased.map((schedule) => startOrPostpone(deps, schedule)))
  return leased.length
}

/** @returns what went wrong, if anything did; it is kept with the schedule. */
export async function startOrPostpone(
  deps: UnattendedDeps,
  schedule: LeasedSchedule,
): Promise<Error | undefined> {
  try {
    // The arithmetic of calendars is loaded with the first start: most services make none.
    const { startDue } = await import('./start-due.ts')
    await startDue(deps, schedule)
    return undefined
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const { tenantId, id, attempts } = schedule
    deps.log.warn({ err: error, tenantId, schedule: id, attempts }, 'a start by time is not made')
    await postponeStart(deps.db, schedule, toFailure(error, attempts, deps.now()))
    return error
  }
}
