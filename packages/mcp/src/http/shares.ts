const MINUTE_MS = 60_000

/** Counts one more request of an agent: milliseconds until it may ask again, 0 when it may now. */
export type Shares = (agent: string) => number

/**
 * What each agent may ask in a minute: all of them get their tokens from one address, whose allowance at the platform
 * one alone would use up. Counted from minute to minute, in this process: what is kept is forgotten with the minute.
 *
 * @param elapsedMs A clock that never goes back.
 */
export function createShares(perMinute: number, elapsedMs = () => performance.now()): Shares {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (agent) => {
    const now = elapsedMs()
    if (now >= endsAt) {
      counts = new Map()
      endsAt = now + MINUTE_MS
    }
    const count = (counts.get(agent) ?? 0) + 1
    counts.set(agent, count)
    return count <= perMinute ? 0 : endsAt - now
  }
}
