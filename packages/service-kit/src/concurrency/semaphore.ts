/**
 * Semaphore: so many permits and no more are in use at once. Who finds too few left waits in a
 * queue, first come, first served; a full queue refuses.
 *
 * p-limit, p-queue, async-sema and async-mutex were looked at: none has a bounded queue, a signal
 * for each that waits, and permits of different weight.
 *
 * Kept by: packages/service-kit/src/concurrency/semaphore.test.ts "lets others wait in their order"
 */
export interface Semaphore {
  /** Whether somebody waits. */
  readonly hasQueue: boolean
  /**
   * Waits for permits, one unless told otherwise; who wants more than there are in all gets all.
   *
   * @returns What gives them back; calling it again does nothing.
   * @throws What `refuse` makes when the queue is full, and the reason of the signal.
   */
  acquire(wanted?: Wanted): Promise<() => void>
  /** Does work with one permit, unless told otherwise. */
  run<T>(work: () => Promise<T>, wanted?: Wanted): Promise<T>
}

export interface SemaphoreOptions {
  readonly permits: number
  /** How many may wait; any number unless told. */
  readonly queue?: { readonly max: number; readonly refuse: () => Error }
}

interface Wanted {
  readonly permits?: number
  readonly signal?: AbortSignal
}

export function createSemaphore({ permits, queue }: SemaphoreOptions): Semaphore {
  const waiting = new Set<{ readonly permits: number; readonly enter: () => void }>()
  let left = permits

  const letIn = () => {
    for (const next of waiting) {
      // Who comes later and wants less does not overtake: a large one would never have its turn.
      if (next.permits > left) return
      waiting.delete(next)
      left -= next.permits
      next.enter()
    }
  }

  const acquire = async ({ permits: asked = 1, signal }: Wanted = {}) => {
    signal?.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    const entry = { permits: Math.min(asked, permits), enter: turn.resolve }
    const leave = () => {
      if (waiting.delete(entry)) turn.reject(signal?.reason)
      letIn()
    }
    waiting.add(entry)
    letIn()
    if (queue !== undefined && waiting.size > queue.max) {
      waiting.delete(entry)
      throw queue.refuse()
    }
    signal?.addEventListener('abort', leave, { once: true })
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      left += entry.permits
      letIn()
    }
  }

  return {
    get hasQueue() {
      return waiting.size > 0
    },
    acquire,
    run: async (work, wanted) => runAndGiveBack(work, await acquire(wanted)),
  }
}

async function runAndGiveBack<T>(work: () => Promise<T>, giveBack: () => void): Promise<T> {
  try {
    return await work()
  } finally {
    giveBack()
  }
}
