import type { Db } from '../../db/schema.ts'

/** The published version of a decision table; what it says never changes. */
export function findPublishedTable(db: Db, tenantId: string, key: string) {
  return db
    .selectFrom('decisions')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('status', '=', 'PUBLISHED')
    .select(['id', 'key', 'version', 'biz_type as bizType', 'content as table'])
    .executeTakeFirst()
}
