import type { Db } from '../../db/schema.ts'
import { recordResults, type LaneResult } from './result-queries.ts'

/** Gives lanes back, many in one statement when many end together. */
export interface Recorder {
  /**
   * Resolves when the result is committed, and says whether it counts: false when the lane was taken
   * over meanwhile. Rejects when it is not committed.
   */
  record(result: LaneResult): Promise<boolean>
}

interface Waiting {
  readonly result: LaneResult
  readonly resolve: (counts: boolean) => void
  readonly reject: (error: unknown) => void
}

const MOST_AT_ONCE = 500

/** One statement at a time; what ends while it runs goes with the next. */
export function createRecorder(db: Db): Recorder {
  let waiting: Waiting[] = []
  let running = false

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = batch.map(({ result }) => result)
      const givenBack = new Set(await recordResults(db, results))
      for (const { result, resolve } of batch) resolve(givenBack.has(result.lane.instanceId))
    } catch (error) {
      if (batch.length > 1 && isAboutTheRows(error)) {
        // One result that the database refuses must not take the others with it.
        for (const one of batch) await write([one])
        return
      }
      for (const { reject } of batch) reject(error)
    }
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      await write(batch)
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

// SQLSTATE classes 22 (data) and 23 (constraints); all else concerns any statement.
function isAboutTheRows(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}
