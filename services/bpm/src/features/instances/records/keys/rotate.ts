// A key of records signs until the next one takes its place. Then its private half is destroyed, and its
// public half stays published for good: a record is verified years later.
//
// Kept by: services/bpm/src/features/instances/records/keys/rotate.test.ts "keeps what was signed before verifiable, and nobody can sign so any more"
import { inTransaction } from '@countersign/service-kit/transaction'
import { insertRecordKey, retireRecordKey } from './queries.ts'
import { ensureRecordKey, makeRecordKey, type RecordKeyDeps } from './record-keys.ts'

/** @returns the name of the new key; undefined when another rotation at the same moment made one. */
export async function rotateRecordKeys(deps: RecordKeyDeps): Promise<string | undefined> {
  await ensureRecordKey(deps)
  const next = makeRecordKey(deps.sealer)
  return inTransaction(deps.db, async (tx) => {
    // Whoever waited here for another rotation finds its key, which is new, in no one's place.
    if (!(await retireRecordKey(tx))) return undefined
    await insertRecordKey(tx, next)
    return next.kid
  })
}
