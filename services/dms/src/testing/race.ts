import { type Kysely, sql, type Transaction } from 'kysely'
import { vi } from 'vitest'
import type { Schema } from '../db/schema.ts'
import type { Setup } from './setup.ts'

/** How many transactions wait for a lock of another. */
export async function countWaiting(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}

/**
 * Sends several requests that all wait for one row before any of them goes on: whoever compares
 * before they have the lock compares with what is no longer so.
 *
 * @param meanwhile What happens while all of them wait.
 */
export async function sendAtOnce<T>(
  setup: Pick<Setup, 'db'>,
  row: { readonly table: string; readonly id: string },
  send: () => Promise<T>,
  count = 3,
  meanwhile: (tx: Transaction<Schema>) => Promise<void> = async () => undefined,
): Promise<T[]> {
  let sent: Promise<T>[] = []
  await setup.db.transaction().execute(async (tx) => {
    await sql`select 1 from ${sql.table(row.table)} where id = ${row.id} for update`.execute(tx)
    sent = Array.from({ length: count }, send)
    await vi.waitFor(
      async () => {
        if ((await countWaiting(setup.db)) < count) throw new Error('not all requests wait yet')
      },
      { timeout: 60_000 },
    )
    await meanwhile(tx)
  })
  return Promise.all(sent)
}
