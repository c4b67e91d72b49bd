import type { Db } from '../database/db.ts'
import { findErasureEvent, findEventHash } from './event-queries.ts'
import type { AnchoredHead } from './heads.ts'

interface AnchoredHashes {
  /** The heads that can be compared: those that an erasure took are not there to be. */
  readonly heads: readonly AnchoredHead[]
  /** By their numbers. */
  readonly hashes: ReadonlyMap<number, string>
}

/**
 * What events have, of which the heads were anchored. Of a tenant that was erased the last before is known from the event
 * that says so, which continues it.
 */
export async function findAnchoredHashes<S>(
  db: Db<S>,
  tenantId: string,
  anchored: readonly AnchoredHead[],
): Promise<AnchoredHashes> {
  const erasure = await findErasureEvent(db, tenantId)
  const hashes = new Map<number, string>()
  if (erasure !== undefined) hashes.set(erasure.sequence - 1, erasure.previousHash)
  for (const { number } of anchored) {
    const hash = await findEventHash(db, tenantId, number)
    if (hash !== undefined) hashes.set(number, hash)
  }
  const isGone = ({ number }: AnchoredHead) =>
    erasure !== undefined && number < erasure.sequence && !hashes.has(number)
  return { hashes, heads: anchored.filter((head) => !isGone(head)) }
}
