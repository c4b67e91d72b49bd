// Starts approvals by signals, each under a lease; one that cannot be started waits with exponential backoff.
//
// Kept by: services/bpm/src/features/signal-starts/signal-starts.test.ts "that cannot be made is told to administrators, tried again, and made once it can be"
import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { uuidv7 } from 'uuidv7'
import { toFailure } from '../../runtime/starts/failures.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { leaseStarts, postponeSignalStart, type LeasedStart } from './lease-queries.ts'

const POLL_MS = 1000
/** Beyond that, while nothing happens in the process. */
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

/** Builds the worker that starts approvals by signals until its signal to stop. Any number of processes may run one. */
export function signalStartWorker(
  deps: UnattendedDeps,
  { idleMs = POLL_MS, leaseSeconds = LEASE_SECONDS, activity }: WorkerOptions = {},
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'signal-starts' })
  const round = () => startAllSignalled(deps, leaseSeconds)
  const quiet = activity && { activity, mostMs: QUIET_MS }
  return (signal) => pollLoop({ name: 'signal-starts', idleMs, quiet, signal, log, round })
}

/** Makes some of the starts that are queued; answers how many it found. */
export async function startAllSignalled(
  deps: UnattendedDeps,
  leaseSeconds = LEASE_SECONDS,
): Promise<number> {
  const leased = await leaseStarts(deps.db, { leaseId: uuidv7(), leaseSeconds, limit: BATCH })
  await Promise.all(leased.map((start) => startOrPostpone(deps, start)))
  return leased.length
}

/** @returns what went wrong, if anything did; it is kept with the start. */
export async function startOrPostpone(
  deps: UnattendedDeps,
  start: LeasedStart,
): Promise<Error | undefined> {
  try {
    // Loaded with the first of them: most services make none.
    const { startSignalled } = await import('./start-signalled.ts')
    await startSignalled(deps, start)
    return undefined
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const { tenantId, id, attempts } = start
    deps.log.warn({ err: error, tenantId, start: id, attempts }, 'a start by a signal is not made')
    await postponeSignalStart(deps.db, start, toFailure(error, attempts, deps.now()))
    return error
  }
}
