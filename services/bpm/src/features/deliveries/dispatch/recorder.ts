import { createMicroBatch } from '@countersign/service-kit/micro-batch'
import type { Db } from '../../../db/schema.ts'
import { recordResults, type LaneResult } from './result-queries.ts'

/** Gives lanes back in micro-batches: many in one statement when many end together. */
export interface Recorder {
  /**
   * Resolves when the result is committed, and says whether it counts: false when the lane was taken
   * over meanwhile. Rejects when it is not committed.
   */
  record(result: LaneResult): Promise<boolean>
}

const MOST_AT_ONCE = 500

/** One statement at a time; what ends while it runs goes with the next. */
export function createRecorder(db: Db): Recorder {
  const record = createMicroBatch(
    async (results: readonly LaneResult[]) => {
      const givenBack = new Set(await recordResults(db, results))
      return results.map(({ lane }) => givenBack.has(lane.instanceId))
    },
    { most: MOST_AT_ONCE },
  )
  return { record }
}
