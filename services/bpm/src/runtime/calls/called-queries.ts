import type { Db } from '../../db/schema.ts'

export type PublishedDefinition = NonNullable<Awaited<ReturnType<typeof findPublished>>>

/** The published version of a key. */
export function findPublished(db: Db, tenantId: string, key: string) {
  return db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('status', '=', 'PUBLISHED')
    .select(['id', 'key', 'version', 'name', 'biz_type as bizType'])
    .executeTakeFirst()
}
