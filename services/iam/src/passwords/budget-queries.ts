import { sql } from 'kysely'
import type { Budget } from '../core/throttle.ts'
import type { Db } from '../db/types.ts'

/**
 * Spends one try of a budget in one statement, so that tries at the same moment cannot spend the
 * same one. Answers when the next is back if none was left, else undefined.
 */
export async function spend(
  db: Db,
  bucket: Buffer,
  { tries, backMs }: Budget,
  now: Date,
): Promise<Date | undefined> {
  const full = new Date(now.getTime() + tries * backMs)
  const spent = await sql`
    insert into sign_in_budgets as b (bucket, full_at)
    values (${bucket}, ${new Date(now.getTime() + backMs)})
    on conflict (bucket) do update
      set full_at = greatest(b.full_at, ${now}) + ${backMs} * interval '1 ms'
      where b.full_at + ${backMs} * interval '1 ms' <= ${full}
    returning 1`.execute(db)
  return spent.rows.length > 0 ? undefined : findWhenBack(db, bucket, { tries, backMs })
}

/** When the next try of a budget is back that is spent. */
export async function findWhenBack(
  db: Db,
  bucket: Buffer,
  { tries, backMs }: Budget,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sign_in_budgets')
    .select('full_at as fullAt')
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  return row === undefined ? undefined : new Date(row.fullAt.getTime() + backMs - tries * backMs)
}

/** Forgets budgets that are whole again; a round of a poll loop. */
export async function deleteWholeBudgets(db: Db, now: Date): Promise<number> {
  const deleted = await sql`
    delete from sign_in_budgets where ctid in (
      select ctid from sign_in_budgets where full_at < ${now} limit 1000)`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n) === 1000 ? 1 : 0
}
