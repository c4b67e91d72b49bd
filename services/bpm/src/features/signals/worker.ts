// Brings signals to who waits for them, each under a lease; one that cannot be heard waits with exponential backoff.
//
// Kept by: services/bpm/src/features/signals/signals.test.ts "are tried again later when they cannot be heard"
// Kept by: services/bpm/src/features/signals/signals.test.ts "of one tenant that are many do not keep those of another waiting"
import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { uuidv7 } from 'uuidv7'
import { retryPauseSeconds } from '../../core/retry-pause.ts'
import { deliverSignal, type SignalDeps } from './deliver.ts'
import { leaseSignals, postponeSignal, type LeasedSignal } from './delivery-queries.ts'
import { firstTurn, spreadSignals, type Turn } from './spread.ts'

const POLL_MS = 1000
/** Beyond that, while nothing happens in the process. */
const QUIET_MS = 10_000
/** How long a process that died keeps others from its signals. */
const LEASE_SECONDS = 30
/** Brought at once; each needs a connection. */
const BATCH = 5
interface WorkerOptions {
  readonly idleMs?: number
  readonly leaseSeconds?: number
  readonly activity?: Activity
}

/** Builds the worker that brings signals until its signal to stop. Any number of processes may run one. */
export function signalWorker(
  deps: SignalDeps,
  { idleMs = POLL_MS, leaseSeconds = LEASE_SECONDS, activity }: WorkerOptions = {},
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'signals' })
  const turn = firstTurn()
  const round = () => bringSignals(deps, turn, leaseSeconds)
  const quiet = activity && { activity, mostMs: QUIET_MS }
  return (signal) => pollLoop({ name: 'signals', idleMs, quiet, signal, log, round })
}

/** One round: finds out who hears what was thrown, then brings some of what is due; answers how much there was. */
export async function bringSignals(
  deps: SignalDeps,
  turn: Turn = firstTurn(),
  leaseSeconds = LEASE_SECONDS,
): Promise<number> {
  const spread = await spreadSignals(deps, turn)
  const leased = await leaseSignals(deps.db, { leaseId: uuidv7(), leaseSeconds, limit: BATCH })
  await Promise.all(leased.map((signal) => deliverOrPostpone(deps, signal)))
  return spread + leased.length
}

/** One that cannot be heard, for want of the directory or of a way on, is tried less and less often. */
async function deliverOrPostpone(deps: SignalDeps, signal: LeasedSignal): Promise<void> {
  try {
    await deliverSignal(deps, signal)
  } catch (error) {
    const { tenantId, signalId, instanceId, attempts } = signal
    deps.log.warn(
      { err: error, tenantId, signalId, instanceId, attempts },
      'a signal cannot be heard',
    )
    const seconds = retryPauseSeconds(attempts)
    const message = error instanceof Error ? error.message : String(error)
    await postponeSignal(deps.db, signal, seconds, message.slice(0, 500))
  }
}
