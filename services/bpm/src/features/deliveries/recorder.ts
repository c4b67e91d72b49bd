import type { Db } from '../../db/schema.ts'
import { recordResults, type LaneResult } from './lane-queries.ts'

/** Gives lanes back, many in one statement when many end together. */
export interface Recorder {
  /** Resolves when the result is committed; rejects when it is not. */
  record(result: LaneResult): Promise<void>
}

interface Waiting {
  readonly result: LaneResult
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const MOST_AT_ONCE = 500

/** One statement at a time; what ends while it runs goes with the next. */
export function createRecorder(db: Db): Recorder {
  let waiting: Waiting[] = []
  let running = false

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      try {
        await recordResults(
          db,
          batch.map(({ result }) => result),
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return {
    record: (result) =>
      new Promise((resolve, reject) => {
        waiting.push({ result, resolve, reject })
        if (running) return
        running = true
        // After this turn of the loop, so that lanes that end together are recorded together.
        setImmediate(() => void flush())
      }),
  }
}
