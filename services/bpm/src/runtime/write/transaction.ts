// A unit of work whose outcome is a value: the transaction is kept or taken back by what it says.
import { isUniqueViolation } from '@countersign/service-kit/db'
import { sqlStateOf } from '@countersign/service-kit/sql-state'
import type { Database, Tx } from '../../db/schema.ts'

/**
 * Runs `work` in one READ COMMITTED transaction and commits it when it is `written`; anything else
 * that it comes to takes back what it has done. One try: the loop decides about another.
 *
 * Kysely's `transaction()` takes back for an exception alone, so it is begun and ended by hand here. It may not stand idle, as
 * any unit of work (`database/dialect.ts` of the kit).
 */
export async function inUnitOfWork<Outcome extends { readonly kind: string }>(
  db: Database,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome | Collision> {
  const tx = await db.startTransaction().setAccessMode('read write').execute()
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

/**
 * What PostgreSQL refuses because others were at work, or drew the same. Nothing was written; the loop
 * tries again.
 */
export type Collision =
  /** Each waited for the other (SQLSTATE class 40): one of them was chosen to begin again. */
  | { readonly kind: 'deadlock'; readonly error: unknown }
  /** Two tasks of the tenant drew the same random number. */
  | { readonly kind: 'taskNumberTaken'; readonly error: unknown }
  /** The same request was answered meanwhile, under the same key. */
  | { readonly kind: 'answered'; readonly error: unknown }

/** undefined for an error that no other try would mend. */
export function toCollision(error: unknown): Collision | undefined {
  if (sqlStateOf(error)?.startsWith('40') === true) return { kind: 'deadlock', error }
  if (isUniqueViolation(error, 'tasks_one_per_no')) return { kind: 'taskNumberTaken', error }
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) return { kind: 'answered', error }
  return undefined
}

/** SQLSTATE classes of what is wrong with values and rows of one, which share a statement with others. */
export const isRefusal = (error: unknown): boolean => /^(21|22|23|40)/.test(sqlStateOf(error) ?? '')

/** Waits before the next attempt: exponential backoff with jitter, since two that collided would collide again. */
export const backOff = (attempts: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempts))
