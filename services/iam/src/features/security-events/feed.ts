import type { Activity } from '@countersign/service-kit/activity'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { publishEvents } from './queries.ts'

/** Tells those who wait that there is something newer. */
export interface Feed {
  /**
   * Numbers what was committed since. Callers that come together share one look.
   *
   * @returns the number of the latest event.
   */
  readonly refresh: () => Promise<number>
  /**
   * Resolves when there is an event after `position`, or after `timeoutMs`, or with the signal. When too
   * many wait, whoever has waited longest of the client with the most polls is answered for this one; if
   * that is the client that asks, this one is, at once.
   */
  readonly waitBeyond: (
    clientId: string,
    position: number,
    timeoutMs: number,
    signal: AbortSignal,
  ) => Promise<void>
  readonly close: () => void
}

interface Waiter {
  readonly clientId: string
  readonly beyond: number
  readonly wake: () => void
}

const LOOK_EVERY_MS = 500
/** Beyond that, while nothing happens in this process: what others revoked is told so much later. */
const QUIET_MS = 1_500

type FeedDeps = Pick<Deps, 'db' | 'log'> & { readonly activity: Activity }

/**
 * One look at the database each half second serves all who wait; while nothing happens one in two seconds, and while nobody
 * waits none. An idle look is two index reads.
 */
export function createFeed({ db, log, activity }: FeedDeps, maxWaiters = 500): Feed {
  const waiters = new Set<Waiter>()
  const closed = new AbortController()
  let looking: Promise<number> | undefined
  let isWatching = false

  const refresh = () =>
    (looking ??= publishEvents(db).finally(() => {
      looking = undefined
    }))

  async function watch(): Promise<void> {
    isWatching = true
    while (waiters.size > 0 && !closed.signal.aborted) {
      const lookedAt = performance.now()
      try {
        const last = await refresh()
        for (const { beyond, wake } of waiters) if (last > beyond) wake()
      } catch (error) {
        log.warn({ err: error }, 'security events not looked at')
      }
      if (waiters.size === 0) break
      await pause(LOOK_EVERY_MS, closed.signal)
      await activity.quiet(QUIET_MS, closed.signal, lookedAt)
    }
    isWatching = false
  }

  return {
    refresh,
    async waitBeyond(clientId, position, timeoutMs, signal) {
      if (waiters.size >= maxWaiters) {
        const yielding = findYielding(waiters, clientId)
        if (yielding === undefined) return
        waiters.delete(yielding)
        yielding.wake()
      }
      const ended = new AbortController()
      const waiter = { clientId, beyond: position, wake: () => ended.abort() }
      waiters.add(waiter)
      if (!isWatching) void watch()
      await pause(timeoutMs, AbortSignal.any([signal, ended.signal, closed.signal]))
      waiters.delete(waiter)
    },
    close: () => closed.abort(),
  }
}

// Max-min fairness: no client is kept from waiting by another that has more polls than it.
function findYielding(waiters: Iterable<Waiter>, clientId: string): Waiter | undefined {
  const byClient = Map.groupBy(waiters, (waiter) => waiter.clientId)
  const own = byClient.get(clientId)?.length ?? 0
  const most = [...byClient.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
  return most.length > own + 1 ? most[0] : undefined
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
