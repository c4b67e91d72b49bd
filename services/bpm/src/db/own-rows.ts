// What a person has one row of, under an optimistic lock: its revision.
//
// Kept by: services/bpm/src/features/delegations/delegations.test.ts "is not written over by who has read another one, and has one winner"
import { sql, type Insertable } from 'kysely'
import type { DelegationsTable } from './delegation-tables.ts'
import type { InboxFiltersTable } from './inbox-filter-tables.ts'
import type { NoticePreferencesTable } from './notice-tables.ts'
import type { Db } from './schema.ts'

interface OwnTables {
  delegations: DelegationsTable
  inbox_filters: InboxFiltersTable
  notice_preferences: NoticePreferencesTable
}

interface Owner {
  readonly tenantId: string
  readonly userId: string
}

/**
 * Replaces somebody's row in a table, the first time by writing it; answers whether it was still the one expected.
 *
 * @param expected The revision that was read, 0 for none; undefined for whatever is there now.
 */
export async function replaceOwnRow<T extends keyof OwnTables>(
  db: Db,
  table: T,
  { tenantId, userId }: Owner,
  values: Omit<Insertable<OwnTables[T]>, 'tenant_id' | 'user_id' | 'revision'>,
  expected: number | undefined,
): Promise<boolean> {
  const name = sql.table(table)
  const owned = sql`tenant_id = ${tenantId} and user_id = ${userId}`
  const { rows } = await sql<{
    revision: number
  }>`select revision from ${name} where ${owned}`.execute(db)
  const before = rows[0]?.revision ?? 0
  if ((expected ?? before) !== before) return false
  const given = Object.entries(values)
  const columns = given.map(([column]) => sql.ref(column))
  const changes = given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  // Somebody else (oneself, elsewhere) may have written since: then neither of them writes anything.
  const { numAffectedRows } = await (
    before === 0
      ? sql`insert into ${name} (tenant_id, user_id, revision, ${sql.join(columns)})
        values (${tenantId}, ${userId}, 1, ${sql.join(Object.values(values))})
        on conflict (tenant_id, user_id) do nothing`
      : sql`update ${name} set revision = ${before + 1}, ${sql.join(changes)}
        where ${owned} and revision = ${before}`
  ).execute(db)
  return numAffectedRows === 1n
}
