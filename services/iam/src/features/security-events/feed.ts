import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { findLastPosition, publishEvents } from './queries.ts'

/** Tells those who wait that there is something newer. */
export interface Feed {
  /**
   * Numbers what was committed since. Callers that come together share one look.
   *
   * @returns the number of the latest event.
   */
  readonly refresh: () => Promise<number>
  /**
   * Resolves when there is an event after `position`, or after `timeoutMs`, or with the signal; at
   * once when too many wait already.
   */
  readonly waitBeyond: (position: number, timeoutMs: number, signal: AbortSignal) => Promise<void>
  readonly close: () => void
}

const maxWaiters = 500
const lookEveryMs = 500

/**
 * One look at the database each half second serves all who wait; while nobody waits there is none.
 * An idle look is two index reads.
 */
export function createFeed({ db, log }: Pick<Deps, 'db' | 'log'>): Feed {
  const waiters = new Set<{ readonly beyond: number; readonly wake: () => void }>()
  const closed = new AbortController()
  let looking: Promise<number> | undefined
  let isWatching = false

  const look = async () => {
    await publishEvents(db)
    return findLastPosition(db)
  }
  const refresh = () => (looking ??= look().finally(() => (looking = undefined)))

  async function watch(): Promise<void> {
    isWatching = true
    while (waiters.size > 0 && !closed.signal.aborted) {
      try {
        const last = await refresh()
        for (const { beyond, wake } of waiters) if (last > beyond) wake()
      } catch (error) {
        log.warn({ err: error }, 'security events not looked at')
      }
      if (waiters.size > 0) await pause(lookEveryMs, closed.signal)
    }
    isWatching = false
  }

  return {
    refresh,
    async waitBeyond(position, timeoutMs, signal) {
      if (waiters.size >= maxWaiters) return
      const ended = new AbortController()
      const waiter = { beyond: position, wake: () => ended.abort() }
      waiters.add(waiter)
      if (!isWatching) void watch()
      await pause(timeoutMs, AbortSignal.any([signal, ended.signal, closed.signal]))
      waiters.delete(waiter)
    },
    close: () => closed.abort(),
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
