/** A clock that a test moves by hand. */
export interface TestClock {
  /** Milliseconds since the epoch, as `createVerifier({ now })` takes it. */
  readonly now: () => number
  advanceSeconds(seconds: number): void
  set(time: Date | number): void
}

/**
 * A clock that starts at `start` (default: the real time), stands still when `start` is given, and
 * else runs on.
 */
export function createTestClock(start?: Date | number): TestClock {
  let fixed = start === undefined ? undefined : Number(start)
  let offset = 0
  return {
    now: () => (fixed ?? Date.now()) + offset,
    advanceSeconds(seconds) {
      offset += seconds * 1000
    },
    set(time) {
      fixed = Number(time)
      offset = 0
    },
  }
}
