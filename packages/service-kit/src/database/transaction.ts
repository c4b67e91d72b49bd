import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './db.ts'
import { isStalePlan } from './statement-names.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const maxAttempts = 5
const deadlockDetected = '40P01'
const serializationFailure = '40001'

/**
 * Unit of work: runs `work` in one READ COMMITTED transaction. On a deadlock, a serialization failure, a statement
 * that a migration made stale, or a connection that is lost before the commit all of it runs again, so it must be repeatable: no network and no
 * state outside the database. Lost while it commits nobody knows whether it did: that is for the client, with
 * its key.
 *
 * Kept by: packages/service-kit/src/database/storage.test.ts "two transactions that deadlock"
 * Kept by: deploy/drills/src/failover/two-servers.test.ts "does not repeat a transaction that may have committed"
 *
 * @throws DatabaseUnavailable when there is no leader, or the connection was lost at the commit.
 * @retries the transaction, on a deadlock, a serialization failure or a lost connection: five times at most
 */
export async function inTransaction<S, T>(
  db: Database<S>,
  work: (tx: Transaction<S>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isWorked = false
    try {
      return await db
        .transaction()
        .setAccessMode('read write')
        .execute(async (tx) => {
          const result = await work(tx)
          isWorked = true
          return result
        })
    } catch (error) {
      const mayRepeat = isTransient(error) || (isLost(error) && !isWorked)
      if (attempt >= maxAttempts || !mayRepeat) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/**
 * Runs reads on one snapshot (REPEATABLE READ, READ ONLY): all of them see the database as it was at the first. Nothing else is
 * waited for meanwhile: a snapshot keeps migrations from changing its tables.
 * Such a transaction waits for nobody; it runs again only where a migration made one of its statements stale.
 */
export async function inSnapshot<S, T>(
  db: Database<S>,
  work: (tx: Transaction<S>) => Promise<T>,
): Promise<T> {
  const read = () =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (attempt >= maxAttempts || !isStalePlan(error)) throw error
    }
  }
}

/** Another connection may be had; when none was had to begin with, the wait for one is over. */
const isLost = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.during === 'statement'

function isTransient(error: unknown): boolean {
  if (isStalePlan(error)) return true
  return (
    error instanceof pg.DatabaseError &&
    (error.code === deadlockDetected || error.code === serializationFailure)
  )
}

// Backoff with jitter: two transactions that collided would collide again if they came back at the
// same moment.
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
