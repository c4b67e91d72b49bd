const LONGEST_PAUSE_SECONDS = 3600

/** How long what failed rests: longer with each try that failed, at last an hour. */
export const retryPauseSeconds = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, 5 * 2 ** Math.min(attempts, 12))
