import type { Db } from '@countersign/service-kit/db'
import type { Schema, SourceKind, SourceStatus } from '../../db/schema.ts'

export interface SourceRow {
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly kind: SourceKind
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

const sourceColumns = [
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

const select = (db: Db<Schema>, tenantId: string) =>
  db.selectFrom('storage_sources').select(sourceColumns).where('tenant_id', '=', tenantId)

export function listSources(db: Db<Schema>, tenantId: string): Promise<SourceRow[]> {
  return select(db, tenantId).orderBy('id').execute()
}

/** Sources of every tenant: for the operator alone. */
export function listAllSources(db: Db<Schema>): Promise<SourceRow[]> {
  return db
    .selectFrom('storage_sources')
    .select(sourceColumns)
    .orderBy('tenant_id')
    .orderBy('id')
    .execute()
}

export function findSource(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<SourceRow | undefined> {
  return select(db, tenantId).where('id', '=', id).executeTakeFirst()
}

/** As {@link findSource}, with the row locked for a change. */
export function lockSource(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<SourceRow | undefined> {
  return select(tx, tenantId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Where new uploads of the tenant go. */
export function findDefaultSource(
  db: Db<Schema>,
  tenantId: string,
): Promise<SourceRow | undefined> {
  return select(db, tenantId).where('is_default', '=', true).executeTakeFirst()
}

export interface NewSource {
  readonly id: string
  readonly name: string
  readonly kind: SourceKind
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

export function updateSource(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  now: Date,
  change: Partial<{ name: string; status: SourceStatus; credentials_ref: string }>,
): Promise<SourceRow | undefined> {
  return tx
    .updateTable('storage_sources')
    .set((eb) => ({ ...change, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(sourceColumns)
    .executeTakeFirst()
}

/** Moves the mark of the default; versions stay where they are. */
export async function moveDefault(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  now: Date,
): Promise<void> {
  const update = (isDefault: boolean) =>
    tx
      .updateTable('storage_sources')
      .set((eb) => ({ is_default: isDefault, updated_at: now, revision: eb('revision', '+', 1) }))
      .where('tenant_id', '=', tenantId)
  await update(false).where('is_default', '=', true).where('id', '<>', id).execute()
  await update(true).where('id', '=', id).where('is_default', '=', false).execute()
}

/** Locks all sources of the tenant: changes of the default queue. */
export function lockSources(tx: Db<Schema>, tenantId: string): Promise<SourceRow[]> {
  return select(tx, tenantId).orderBy('id').forUpdate().execute()
}
