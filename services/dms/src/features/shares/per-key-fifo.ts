/** Per-key FIFO: work that has the same key is done one after the other, in its order. */
export type PerKeyFifo = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * In this process, for work that would otherwise wait in the database for the same row, each with a
 * connection that others need.
 */
export function createPerKeyFifo(): PerKeyFifo {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
