import type { Insertable } from 'kysely'
import type { DelegationsTable } from '../../db/delegation-tables.ts'
import type { Db } from '../../db/schema.ts'

export function findDelegations(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('delegations')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select(['items', 'revision'])
    .executeTakeFirst()
}

/** Writes the list over the revision before; answers whether that was still there. */
export async function putDelegations(db: Db, row: Insertable<DelegationsTable>): Promise<boolean> {
  const { items, revision, updated_at } = row
  const written =
    revision === 1
      ? await db
          .insertInto('delegations')
          .values(row)
          .onConflict((conflict) => conflict.constraint('delegations_pkey').doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await db
          .updateTable('delegations')
          .set({ items, revision, updated_at })
          .where('tenant_id', '=', row.tenant_id)
          .where('user_id', '=', row.user_id)
          .where('revision', '=', revision - 1)
          .returning('revision')
          .executeTakeFirst()
  return written !== undefined
}
