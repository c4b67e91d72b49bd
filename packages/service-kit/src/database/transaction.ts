import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './db.ts'

const maxAttempts = 5
const deadlockDetected = '40P01'
const serializationFailure = '40001'

/**
 * Unit of work: runs `work` in one READ COMMITTED transaction. On a deadlock or a serialization failure all of
 * it runs again, so it must be repeatable: no network and no state outside the database.
 *
 * Kept by: packages/service-kit/src/database/storage.test.ts "two transactions that deadlock"
 *
 * @retries the transaction, on a deadlock or a serialization failure: five times at most
 */
export async function inTransaction<S, T>(
  db: Database<S>,
  work: (tx: Transaction<S>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= maxAttempts || !isTransient(error)) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

function isTransient(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === deadlockDetected || error.code === serializationFailure)
  )
}

// Backoff with jitter: two transactions that collided would collide again if they came back at the
// same moment.
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
