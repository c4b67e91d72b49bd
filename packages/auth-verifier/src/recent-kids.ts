export interface RecentKids {
  has(kid: string): boolean
  add(kid: string): void
}

/**
 * Remembers for `ttlMs` which kids were looked for in vain, `limit` of them at most; the oldest
 * give way. Forgetting one costs a fetch at worst.
 */
export function createRecentKids(options: {
  readonly limit: number
  readonly ttlMs: number
  readonly elapsedMs: () => number
}): RecentKids {
  const { limit, ttlMs, elapsedMs } = options
  const seenAt = new Map<string, number>()
  return {
    has(kid) {
      const at = seenAt.get(kid)
      if (at === undefined) return false
      if (elapsedMs() - at < ttlMs) return true
      seenAt.delete(kid)
      return false
    },
    add(kid) {
      seenAt.delete(kid)
      seenAt.set(kid, elapsedMs())
      if (seenAt.size <= limit) return
      const oldest = seenAt.keys().next()
      if (oldest.done !== true) seenAt.delete(oldest.value)
    },
  }
}
