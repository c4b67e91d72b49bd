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

/** The source, its row locked for a change. */
export function lockSource(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<SourceRow | undefined> {
  return selectSources(tx, tenantId).where('id', '=', id).forUpdate().executeTakeFirst()
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
  return selectSources(tx, tenantId).orderBy('id').forUpdate().execute()
}
