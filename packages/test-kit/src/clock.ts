/** A clock that stands still until it is told to move. */
export interface TestClock {
  /** What services take as `now` in their dependencies. */
  readonly now: () => Date
  readonly advance: (milliseconds: number) => void
  readonly set: (instant: Date | string) => void
}

/**
 * @param start The first instant; by default a fixed one, so that a test does not depend on the
 *   day it runs.
 */
export function createClock(start: Date | string = '2026-03-02T09:00:00.000Z'): TestClock {
  let instant = new Date(start).getTime()
  return {
    now: () => new Date(instant),
    advance: (milliseconds) => {
      instant += milliseconds
    },
    set: (next) => {
      instant = new Date(next).getTime()
    },
  }
}
