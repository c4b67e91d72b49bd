import type { Db } from '@countersign/service-kit/db'
import type { StorageKind } from '../core/storage-kind.ts'
import type { Schema, SourceStatus } from '../db/schema.ts'

export interface SourceRow {
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly kind: StorageKind
  readonly endpoint: string | null
  readonly region: string | null
  readonly bucket: string | null
  readonly basePath: string | null
  readonly credentialsRef: string | null
  readonly status: SourceStatus
  readonly isDefault: boolean
  readonly revision: number
  readonly createdAt: Date
}

export const sourceColumns = [
  'tenant_id as tenantId',
  'id',
  'name',
  'kind',
  'endpoint',
  'region',
  'bucket',
  'base_path as basePath',
  'credentials_ref as credentialsRef',
  'status',
  'is_default as isDefault',
  'revision',
  'created_at as createdAt',
] as const

export const selectSources = (db: Db<Schema>, tenantId: string) =>
  db.selectFrom('storage_sources').select(sourceColumns).where('tenant_id', '=', tenantId)

export function findSource(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<SourceRow | undefined> {
  return selectSources(db, tenantId).where('id', '=', id).executeTakeFirst()
}

/** Where new uploads of the tenant go. */
export function findDefaultSource(
  db: Db<Schema>,
  tenantId: string,
): Promise<SourceRow | undefined> {
  return selectSources(db, tenantId).where('is_default', '=', true).executeTakeFirst()
}

export interface NewSource {
  readonly id: string
  readonly name: string
  readonly kind: StorageKind
  readonly endpoint: string | null
  readonly region: string | null
  readonly bucket: string | null
  readonly basePath: string | null
  readonly credentialsRef: string | null
  readonly isDefault: boolean
}

/** Inserts the source, or answers undefined when its name or the place of the default is taken. */
export function insertSource(
  tx: Db<Schema>,
  tenantId: string,
  source: NewSource,
  now: Date,
): Promise<SourceRow | undefined> {
  const { basePath, credentialsRef, isDefault, ...rest } = source
  return tx
    .insertInto('storage_sources')
    .values({
      ...rest,
      tenant_id: tenantId,
      base_path: basePath,
      credentials_ref: credentialsRef,
      status: 'ACTIVE',
      is_default: isDefault,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sourceColumns)
    .executeTakeFirst()
}
