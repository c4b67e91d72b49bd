// A unit of work whose outcome is a value: the transaction is kept or taken back by what it says.
import type { Database, Tx } from '../../db/schema.ts'
import { toCollision, type Collision } from './collisions.ts'

/**
 * Runs `work` in one READ COMMITTED transaction and commits it when it is `written`; anything else
 * that it comes to takes back what it has done. One try: the loop decides about another.
 *
 * Kysely's `transaction()` takes back for an exception alone, so it is begun and ended by hand here.
 */
export async function inUnitOfWork<Outcome extends { readonly kind: string }>(
  db: Database,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome | Collision> {
  const tx = await db.startTransaction().execute()
  try {
    const outcome = await work(tx)
    await (outcome.kind === 'written' ? tx.commit() : tx.rollback()).execute()
    return outcome
  } catch (error) {
    // A connection that is lost takes back by itself; what went wrong first is what counts.
    if (!tx.isCommitted && !tx.isRolledBack)
      await tx
        .rollback()
        .execute()
        .catch(() => undefined)
    const collision = toCollision(error)
    if (collision === undefined) throw error
    return collision
  }
}
