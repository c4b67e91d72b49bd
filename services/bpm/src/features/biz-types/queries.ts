import type { Insertable } from 'kysely'
import type {
  BizTypesTable,
  BizTypeVersionsTable,
  CallbackOriginListsTable,
} from '../../db/biz-type-tables.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { selectVersions } from '../../runtime/load/biz-types.ts'

export function findBizTypeVersion(db: Db, tenantId: string, code: string, version: string) {
  return selectVersions(db, tenantId)
    .where('version.code', '=', code)
    .where('version.version', '=', version)
    .executeTakeFirst()
}

/** The current version of each code after `afterCode`, in the order of the codes. */
export function listBizTypes(
  db: Db,
  tenantId: string,
  filter: { ownerClientId?: string; afterCode?: string | undefined; limit: number },
) {
  let query = selectVersions(db, tenantId)
    .distinctOn('version.code')
    .orderBy('version.code')
    .orderBy('version.ordinal', 'desc')
    .limit(filter.limit)
  if (filter.ownerClientId !== undefined) {
    query = query.where('biz_type.owner_client_id', '=', filter.ownerClientId)
  }
  if (filter.afterCode !== undefined) query = query.where('version.code', '>', filter.afterCode)
  return query.execute()
}

/** Takes the code for a client; does nothing when it is taken. */
export async function claimCode(tx: Tx, row: Insertable<BizTypesTable>): Promise<void> {
  await tx
    .insertInto('biz_types')
    .values(row)
    .onConflict((conflict) => conflict.constraint('biz_types_pkey').doNothing())
    .execute()
}

/** Locks a code, so that registrations of it run one after the other. */
export function lockCode(tx: Tx, tenantId: string, code: string) {
  return tx
    .selectFrom('biz_types')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .select('owner_client_id as ownerClientId')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertVersion(tx: Tx, row: Insertable<BizTypeVersionsTable>): Promise<void> {
  await tx.insertInto('biz_type_versions').values(row).execute()
}

export async function updateVersion(
  tx: Tx,
  tenantId: string,
  key: { code: string; version: string },
  row: Omit<
    Insertable<BizTypeVersionsTable>,
    'tenant_id' | 'code' | 'version' | 'ordinal' | 'created_at'
  >,
): Promise<void> {
  await tx
    .updateTable('biz_type_versions')
    .set(row)
    .where('tenant_id', '=', tenantId)
    .where('code', '=', key.code)
    .where('version', '=', key.version)
    .execute()
}

export function findOrigins(db: Db, tenantId: string) {
  return db
    .selectFrom('callback_origin_lists')
    .where('tenant_id', '=', tenantId)
    .select(['origins', 'revision', 'updated_at as updatedAt'])
    .executeTakeFirst()
}

/** Creates the tenant's list as revision 1; answers whether it was not there. */
export async function insertOrigins(
  tx: Tx,
  row: Insertable<CallbackOriginListsTable>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('callback_origin_lists')
    .values(row)
    .onConflict((conflict) => conflict.constraint('callback_origin_lists_pkey').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Replaces the list of a known revision; answers whether it still had that revision. */
export async function updateOrigins(
  tx: Tx,
  tenantId: string,
  revision: number,
  row: Insertable<CallbackOriginListsTable>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('callback_origin_lists')
    .set(row)
    .where('tenant_id', '=', tenantId)
    .where('revision', '=', revision)
    .returning('tenant_id')
    .executeTakeFirst()
  return updated !== undefined
}
