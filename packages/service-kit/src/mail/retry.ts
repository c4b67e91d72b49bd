const FIRST_DELAY_MS = 30_000
const LONGEST_DELAY_MS = 30 * 60_000

/** Exponential backoff until the next attempt. @param attempts Failed ones so far, from 1. */
export const mailRetryDelayMs = (attempts: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 10))
