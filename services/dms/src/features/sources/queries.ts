import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import { selectSources, sourceColumns, type SourceRow } from '../../content/source-queries.ts'
import type { Schema, SourceStatus } from '../../db/schema.ts'

export function listSources(db: Db<Schema>, tenantId: string): Promise<SourceRow[]> {
  return selectSources(db, tenantId).orderBy('id').execute()
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

export interface StoredObject {
  readonly id: string
  readonly key: string
}

export interface SourceEnds {
  readonly sourceId: string
  readonly first: StoredObject
  readonly last: StoredObject
}

/**
 * What was stored first and last in each of these sources, and is to be there; nothing of one that has nothing. That with
 * the newest comes first.
 */
export async function listEnds(
  db: Db<Schema>,
  sources: readonly Pick<SourceRow, 'tenantId' | 'id'>[],
): Promise<readonly SourceEnds[]> {
  const asked = sources.map(({ tenantId, id }) => ({ tenant_id: tenantId, source_id: id }))
  const end = (order: 'asc' | 'desc') => sql`lateral (
    select id, key from storage_objects o
    where o.tenant_id = wanted.tenant_id and o.source_id = wanted.source_id
      and o.status = 'STORED' and o.lost_at is null
    order by o.id ${sql.raw(order)} limit 1
  )`
  const { rows } = await sql<SourceEnds>`
    select wanted.source_id as "sourceId",
      json_build_object('id', first.id, 'key', first.key) as first,
      json_build_object('id', last.id, 'key', last.key) as last
    from json_to_recordset(${JSON.stringify(asked)}::json) as wanted (tenant_id uuid, source_id uuid),
      ${end('asc')} as first, ${end('desc')} as last
    order by last.id desc`.execute(db)
  return rows
}

/** The source, its row locked for a change; what is stored in it may begin meanwhile. */
export function lockSource(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<SourceRow | undefined> {
  return selectSources(tx, tenantId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
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

/**
 * Locks all sources of the tenant: changes of them queue. Files go on to come, since an upload that begins, like
 * the foreign key of its object, locks no more than the key.
 *
 * Kept by: services/dms/src/features/source-migrations/meanwhile.test.ts "begins, sends and completes while"
 */
export function lockSources(tx: Db<Schema>, tenantId: string): Promise<SourceRow[]> {
  return selectSources(tx, tenantId).orderBy('id').forNoKeyUpdate().execute()
}

/**
 * As {@link lockSources}, and uploads that have begun in the default are there, others wait: once the default is
 * another, nothing comes to the one before that a migration of it would not count.
 *
 * Kept by: services/dms/src/features/source-migrations/meanwhile.test.ts "makes a move of the default wait"
 */
export function lockDefault(tx: Db<Schema>, tenantId: string): Promise<SourceRow[]> {
  return selectSources(tx, tenantId).orderBy('id').forUpdate().execute()
}
