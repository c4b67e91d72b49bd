import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'

const versionColumns = [
  'version.code as code',
  'version.version as version',
  'version.ordinal as ordinal',
  'version.name as name',
  'version.names as names',
  'version.variables as variables',
  'version.detail_path as detailPath',
  'version.callback_origin as callbackOrigin',
  'version.callback_path as callbackPath',
  'version.callback_events as callbackEvents',
  'version.callback_max_events as callbackMaxEvents',
  'version.initiate_permission as initiatePermission',
  'version.start as start',
  'version.starts_by_time as startsByTime',
  'version.starts_by_signal as startsBySignal',
  'version.key_fields as keyFields',
  'version.revision as revision',
  'version.created_at as createdAt',
  'version.updated_at as updatedAt',
  'biz_type.owner_client_id as ownerClientId',
] as const

type Text = string | RawBuilder<string>

/** The versions of a tenant's business types, with who owns them. */
export function selectVersions(db: Db, tenantId: Text) {
  return db
    .selectFrom('biz_type_versions as version')
    .innerJoin('biz_types as biz_type', (join) =>
      join
        .onRef('biz_type.tenant_id', '=', 'version.tenant_id')
        .onRef('biz_type.code', '=', 'version.code'),
    )
    .where('version.tenant_id', '=', tenantId)
    .select(versionColumns)
}

export type BizTypeRow = NonNullable<Awaited<ReturnType<typeof findBizType>>>

/** The version that new approvals of a code use. */
export function selectBizType(db: Db, tenantId: Text, code: Text) {
  return selectVersions(db, tenantId)
    .where('version.code', '=', code)
    .orderBy('version.ordinal', 'desc')
    .limit(1)
}

export function findBizType(db: Db, tenantId: string, code: string) {
  return selectBizType(db, tenantId, code).executeTakeFirst()
}
