import type { Db } from '../../db/schema.ts'

export type Callable = NonNullable<Awaited<ReturnType<typeof findCallable>>>

/** The published version of a process by its key, with the newest version of its business type. */
export function findCallable(db: Db, tenantId: string, key: string) {
  return db
    .selectFrom('definitions as definition')
    .innerJoin('biz_types as biz_type', (join) =>
      join
        .onRef('biz_type.tenant_id', '=', 'definition.tenant_id')
        .onRef('biz_type.code', '=', 'definition.biz_type'),
    )
    .innerJoin('biz_type_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'definition.tenant_id')
        .onRef('version.code', '=', 'definition.biz_type'),
    )
    .where('definition.tenant_id', '=', tenantId)
    .where('definition.key', '=', key)
    .where('definition.status', '=', 'PUBLISHED')
    .select([
      'definition.id as id',
      'definition.key as key',
      'definition.version as version',
      'definition.name as name',
      'definition.biz_type as bizType',
      'biz_type.owner_client_id as ownerClientId',
      'version.version as bizTypeVersion',
      'version.detail_path as detailPath',
      'version.variables as variables',
    ])
    .orderBy('version.ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
}
