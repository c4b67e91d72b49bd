/** Memory that many share: who wants more than is left waits, first come, first served. */
export interface ByteBudget {
  /** Whether somebody waits. */
  readonly isShort: boolean
  /**
   * Waits for so many bytes; who wants more than there are in all gets all.
   *
   * @returns What gives them back; calling it again does nothing.
   * @throws The reason of the signal.
   */
  take(sizeBytes: number, signal: AbortSignal): Promise<() => void>
}

export function createByteBudget(limitBytes: number): ByteBudget {
  const waiting = new Set<{ readonly sizeBytes: number; readonly enter: () => void }>()
  let left = limitBytes

  const letIn = () => {
    for (const next of waiting) {
      // Who comes later and wants less does not overtake: a large part would never have its turn.
      if (next.sizeBytes > left) return
      waiting.delete(next)
      left -= next.sizeBytes
      next.enter()
    }
  }

  return {
    get isShort() {
      return waiting.size > 0
    },
    take: async (wanted, signal) => {
      signal.throwIfAborted()
      const sizeBytes = Math.min(wanted, limitBytes)
      const turn = Promise.withResolvers<void>()
      const entry = { sizeBytes, enter: turn.resolve }
      const leave = () => {
        if (waiting.delete(entry)) turn.reject(signal.reason)
        letIn()
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.add(entry)
      letIn()
      await turn.promise.finally(() => signal.removeEventListener('abort', leave))
      let isGiven = false
      return () => {
        if (isGiven) return
        isGiven = true
        left += sizeBytes
        letIn()
      }
    },
  }
}
