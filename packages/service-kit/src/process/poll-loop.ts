import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './log.ts'

export interface PollLoopOptions {
  readonly name: string
  /** Pause after a round that found nothing. */
  readonly idleMs: number
  readonly signal: AbortSignal
  readonly log: Logger
  /** One round; answers how much it did. Rounds never overlap. */
  readonly round: () => Promise<number>
}

const maxBackoffMs = 30_000

/**
 * Repeats `round` until the signal: again at once while there is work, after `idleMs` when there
 * was none, later and later while it throws. Resolves when the round under way has ended.
 */
export async function pollLoop({
  name,
  idleMs,
  signal,
  log,
  round,
}: PollLoopOptions): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      const done = await round()
      failures = 0
      if (done === 0) await pause(idleMs, signal)
    } catch (error) {
      failures += 1
      log.error({ err: error, worker: name, failures }, 'worker round failed')
      await pause(
        Math.min(maxBackoffMs, Math.max(idleMs, 100) * 2 ** Math.min(failures, 12)),
        signal,
      )
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
