import { sql } from 'kysely'
import { expect } from 'vitest'
import type { IamDatabase, Tx } from '../db/types.ts'

/**
 * Sends requests that have to wait for a transaction before this commits.
 *
 * @param send Answers as many requests as wait then.
 */
export async function whileUncommitted<T>(
  db: IamDatabase,
  work: (tx: Tx) => Promise<unknown>,
  send: () => readonly Promise<T>[],
): Promise<T[]> {
  const waiting = await db.transaction().execute(async (tx) => {
    await work(tx)
    const requests = send()
    const countWaiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ).rows.length
    await expect.poll(countWaiting).toBe(requests.length)
    return { requests }
  })
  return Promise.all(waiting.requests)
}
