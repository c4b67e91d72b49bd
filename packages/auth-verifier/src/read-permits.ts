import { createTokenBucket } from './token-bucket.ts'

export interface ReadPermits {
  /**
   * Reads now, or a little later together with others who wait, or answers undefined: not at all.
   *
   * @param mayWait Whether a later read is of use.
   */
  ask(mayWait: boolean): Promise<void> | undefined
  /** To be told when a read has brought a key that was not known: waiting pays. */
  hasPaid(): void
}

// Five reads at once, then one each second.
const BURST = 5
const REFILL_MS = 1000
/** How often in a row waiting may be in vain before it is given up: a flood by then. */
const PATIENCE = 3

/**
 * Limits the reads that unknown kids cause. With the burst used up, who asks waits for the next
 * permitted read, so that a good token under a new key is not refused because of junk before it. In
 * a flood nobody waits any longer; there is a read each second then, so a new key is known within
 * one.
 */
export function createReadPermits(options: {
  readonly read: () => Promise<void>
  /** A clock that never goes back. */
  readonly elapsedMs: () => number
  readonly wait: (ms: number) => Promise<unknown>
}): ReadPermits {
  const { read, elapsedMs, wait } = options
  const bucket = createTokenBucket({ capacity: BURST, refillMs: REFILL_MS, elapsedMs })
  let waiting: Promise<void> | undefined
  let vainWaits = 0

  async function readAfter(waitMs: number): Promise<void> {
    await wait(waitMs)
    waiting = undefined
    vainWaits++
    bucket.take()
    await read()
  }

  return {
    ask(mayWait) {
      if (bucket.isFull()) vainWaits = 0
      if (bucket.take()) return read()
      if (!mayWait || vainWaits >= PATIENCE) return undefined
      waiting ??= readAfter(bucket.waitMs())
      return waiting
    },
    hasPaid() {
      vainWaits = 0
    },
  }
}
