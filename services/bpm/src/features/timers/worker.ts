// Fires timers that are due, each under a lease; one that cannot fire waits with exponential backoff.
//
// Kept by: services/bpm/src/features/timers/timers.test.ts "are left to others when a lease runs out, and not fired by who has lost it"
// Kept by: services/bpm/src/features/timers/in-order.test.ts "lead on in the order"
// Kept by: services/bpm/src/features/timers/timers.test.ts "are tried again later when they cannot fire"
import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { uuidv7 } from 'uuidv7'
import { retryPauseSeconds } from '../../core/retry-pause.ts'
import { fireTimer, type TimerDeps } from './fire.ts'
import { findNextDue, leaseTimers, postponeTimer, type LeasedTimer } from './queries.ts'

const POLL_MS = 1000
/** Beyond that, while nothing happens in the process and nothing becomes due. */
const QUIET_MS = 10_000
/** How long a process that died keeps others from its timers. */
const LEASE_SECONDS = 30
/** Taken at once; each needs a connection. */
const BATCH = 5
interface WorkerOptions {
  readonly idleMs?: number
  readonly leaseSeconds?: number
  readonly activity?: Activity
}

/** Builds the worker that fires timers until its signal. Any number of processes may run one. */
export function timerWorker(
  deps: TimerDeps,
  { idleMs = POLL_MS, leaseSeconds = LEASE_SECONDS, activity }: WorkerOptions = {},
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'timers' })
  const round = () => fireDueTimers(deps, leaseSeconds)
  const dueInMs = async (lookedMsAgo: number) => {
    const now = deps.now().getTime()
    return (await findNextDue(deps.db, new Date(now - lookedMsAgo))) - now
  }
  const quiet = activity && { activity, mostMs: QUIET_MS, dueInMs }
  return (signal) => pollLoop({ name: 'timers', idleMs, quiet, signal, log, round })
}

/** Fires some of the timers that are due; answers how many it found. */
export async function fireDueTimers(
  deps: TimerDeps,
  leaseSeconds = LEASE_SECONDS,
): Promise<number> {
  const leased = await leaseTimers(deps.db, {
    leaseId: uuidv7(),
    leaseSeconds,
    now: deps.now(),
    limit: BATCH,
  })
  await Promise.all(leased.map((timer) => fireOrPostpone(deps, timer)))
  return leased.length
}

/** One that cannot be fired, for want of the directory or of a way on, is tried less and less often. */
async function fireOrPostpone(deps: TimerDeps, timer: LeasedTimer): Promise<void> {
  try {
    await fireTimer(deps, timer)
  } catch (error) {
    const { tenantId, instanceId, number, attempts } = timer
    deps.log.warn({ err: error, tenantId, instanceId, number, attempts }, 'a timer cannot fire')
    const seconds = retryPauseSeconds(attempts)
    const message = error instanceof Error ? error.message : String(error)
    await postponeTimer(deps.db, timer, seconds, message.slice(0, 500))
  }
}
