import type { Db } from '../../../db/schema.ts'
import { pruneAttempts, pruneLanes } from './queries.ts'

// Small enough to hold locks for no longer than a delivery would notice.
const LANES_PER_PRUNE = 200
const ATTEMPTS_PER_PRUNE = 2_000

/** Forgets a part of what is old enough; answers how much, 0 when there is no more. */
export async function pruneDeliveries(db: Db): Promise<number> {
  const lanes = await pruneLanes(db, LANES_PER_PRUNE)
  return lanes + (await pruneAttempts(db, ATTEMPTS_PER_PRUNE))
}
