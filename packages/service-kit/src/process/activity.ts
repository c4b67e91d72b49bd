// Loops look often while something happens in their process, and seldom while nothing does: whoever commits work is
// mostly the one who does it. What another process left, when it died say, and what is due by the clock, is found by the
// seldom look. Nothing is sent between processes, so that it holds behind a transaction pooler as well.
//
// Kept by: packages/service-kit/src/process/activity.test.ts "looks seldom while nothing happens, and at once when something does"

/** How long a process is busy after something happened: what follows from it, answers of others say, comes soon. */
const LINGER_MS = 2_000

export interface Activity {
  /** Something happened that may have left work. */
  note(): void
  /**
   * Whether something happened lately, or since a loop began to look.
   *
   * @param lookedAt When that was, ms of `performance.now`.
   */
  isBusy(lookedAt: number): boolean
  /** Waits while nothing happens, so long at most; not at all while the process is busy, or when it is to stop. */
  quiet(mostMs: number, signal: AbortSignal, lookedAt: number): Promise<void>
}

export function createActivity(lingerMs = LINGER_MS): Activity {
  let notedAt = performance.now()
  const waiting = new Set<() => void>()
  const isBusy = (lookedAt: number): boolean =>
    performance.now() < notedAt + lingerMs || notedAt >= lookedAt
  return {
    isBusy,
    note() {
      notedAt = performance.now()
      for (const wake of waiting) wake()
    },
    async quiet(mostMs, signal, lookedAt) {
      if (isBusy(lookedAt) || signal.aborted) return
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, mostMs)
        waiting.add(wake)
        signal.addEventListener('abort', wake)
      })
    },
  }
}
