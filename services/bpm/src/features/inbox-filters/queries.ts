import type { Db } from '../../db/schema.ts'

export function findInboxFilters(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('inbox_filters')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select(['items', 'revision'])
    .executeTakeFirst()
}
