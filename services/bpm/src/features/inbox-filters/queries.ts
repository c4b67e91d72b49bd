import type { Insertable } from 'kysely'
import type { InboxFiltersTable } from '../../db/inbox-filter-tables.ts'
import type { Db } from '../../db/schema.ts'

export function findInboxFilters(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('inbox_filters')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select(['items', 'revision'])
    .executeTakeFirst()
}

/** Writes the list over the revision before; answers whether that was still there. */
export async function putInboxFilters(
  db: Db,
  row: Insertable<InboxFiltersTable>,
): Promise<boolean> {
  const { items, revision, updated_at } = row
  const written =
    revision === 1
      ? await db
          .insertInto('inbox_filters')
          .values(row)
          .onConflict((conflict) => conflict.constraint('inbox_filters_pkey').doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await db
          .updateTable('inbox_filters')
          .set({ items, revision, updated_at })
          .where('tenant_id', '=', row.tenant_id)
          .where('user_id', '=', row.user_id)
          .where('revision', '=', revision - 1)
          .returning('revision')
          .executeTakeFirst()
  return written !== undefined
}
