export interface ExpiringCache<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

/** A bounded cache whose entries are forgotten after a time; the oldest leaves first. */
export function createExpiringCache<V>(options: {
  ttlMs: number
  max: number
  now: () => Date
}): ExpiringCache<V> {
  const entries = new Map<string, { value: V; expiresAt: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.expiresAt > options.now().getTime()) return entry.value
      entries.delete(key)
      return undefined
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, expiresAt: options.now().getTime() + options.ttlMs })
      // A Map iterates in the order of insertion, so the first key is the oldest.
      const oldest = entries.size > options.max ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
    },
  }
}
