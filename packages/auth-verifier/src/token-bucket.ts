export interface TokenBucket {
  /** Takes one if there is one. */
  take(): boolean
  /** Milliseconds until there is one; 0 when there is. */
  waitMs(): number
  isFull(): boolean
}

/**
 * Permits `capacity` acts at once and one more each `refillMs`.
 *
 * @param options.elapsedMs A clock that never goes back.
 */
export function createTokenBucket(options: {
  readonly capacity: number
  readonly refillMs: number
  readonly elapsedMs: () => number
}): TokenBucket {
  const { capacity, refillMs, elapsedMs } = options
  let level = capacity
  let at = elapsedMs()

  const refill = () => {
    const now = elapsedMs()
    level = Math.min(capacity, level + (now - at) / refillMs)
    at = now
    return level
  }
  return {
    take() {
      if (refill() < 1) return false
      level -= 1
      return true
    },
    waitMs: () => Math.max(0, Math.ceil((1 - refill()) * refillMs)),
    isFull: () => refill() === capacity,
  }
}
