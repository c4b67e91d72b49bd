import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { errorTypeOf, tracing } from '../tracing/tracing.ts'
import type { Activity } from './activity.ts'
import type { Logger } from './log.ts'

export interface PollLoopOptions {
  readonly name: string
  /** Pause after a round that found nothing. */
  readonly idleMs: number
  readonly signal: AbortSignal
  readonly log: Logger
  readonly quiet?: Quiet | undefined
  /** One round; answers how much it did. Rounds never overlap. */
  readonly round: () => Promise<number>
}

/** Where nothing happens in the process the pause of a loop goes on, until something does or for so long. */
export interface Quiet {
  readonly activity: Activity
  readonly mostMs: number
  /**
   * How soon work comes by the clock alone, of what was not due yet when the loop began to look, so many ms ago; Infinity where
   * none is known. The pause lasts no longer.
   */
  readonly dueInMs?: (lookedMsAgo: number) => Promise<number>
}

const maxBackoffMs = 30_000
/** An outage ends for all at once, and work has piled up. */
const maxOutageBackoffMs = 2_000

/** How long a loop waits after a round that failed, one of several in a row. */
export function decideBackoffMs(error: unknown, failures: number, idleMs: number): number {
  const most = error instanceof DatabaseUnavailable ? maxOutageBackoffMs : maxBackoffMs
  return Math.min(most, Math.max(idleMs, 100) * 2 ** Math.min(failures, 12))
}

/**
 * Repeats `round` until the signal: again at once while there is work, after `idleMs`, or as the process
 * is quiet, when there was none, later and later while it throws. Resolves when the round under way has ended.
 */
export async function pollLoop({
  name,
  idleMs,
  signal,
  log,
  quiet,
  round,
}: PollLoopOptions): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      const done = await round()
      failures = 0
      if (done > 0) {
        quiet?.activity.note()
        traceRound(name, startedAt, done)
      } else {
        await pause(idleMs, signal)
        if (quiet !== undefined) await rest(quiet, signal, startedAt)
      }
    } catch (error) {
      failures += 1
      // It may have done some of its work.
      quiet?.activity.note()
      traceRound(name, startedAt, error)
      log.error({ err: error, worker: name, failures }, 'worker round failed')
      await pause(decideBackoffMs(error, failures, idleMs), signal)
    }
  }
}

async function rest(quiet: Quiet, signal: AbortSignal, lookedAt: number): Promise<void> {
  const { activity, mostMs } = quiet
  if (activity.isBusy(lookedAt)) return
  const dueInMs = (await quiet.dueInMs?.(performance.now() - lookedAt)) ?? mostMs
  await activity.quiet(Math.min(mostMs, Math.max(0, dueInMs)), signal, lookedAt)
}

/** A trace of its own for a round that did something: those that find nothing are many, and say nothing. */
function traceRound(name: string, startedAt: number, came: unknown): void {
  const startedMsAgo = performance.now() - startedAt
  const span = tracing()?.startSpan(`worker ${name}`, { parent: {}, startedMsAgo })
  if (typeof came === 'number') span?.set({ 'countersign.worker.done': came })
  else span?.fail(errorTypeOf(came))
  span?.end()
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
