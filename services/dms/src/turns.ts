/** Does work a few at a time; what comes when too much is waiting is refused. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param limit How many at once.
 * @param maxWaiting How many may wait for their turn.
 * @param refuse What is thrown to those who may not.
 */
export function createTurns(limit: number, maxWaiting: number, refuse: () => Error): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) {
      if (waiting.length >= maxWaiting) throw refuse()
      // Whoever is done leaves the place to the next without giving it up in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** Does work that has the same key one after the other. */
export type Queues = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Queues in this process, for work that would otherwise wait in the database for the same row, each
 * with a connection that others need.
 */
export function createQueues(): Queues {
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
