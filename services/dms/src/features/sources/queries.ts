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

export interface NewestStored {
  readonly tenantId: string
  readonly sourceId: string
  readonly id: string
  readonly key: string
}

/** What was stored last in each of these sources, and is to be there: the newest first, none of a source that has nothing. */
export async function listNewestStored(
  db: Db<Schema>,
  sources: readonly Pick<SourceRow, 'tenantId' | 'id'>[],
): Promise<NewestStored[]> {
  const asked = sources.map(({ tenantId, id }) => ({ tenant_id: tenantId, source_id: id }))
  return db
    .selectFrom(
      sql`json_to_recordset(${JSON.stringify(asked)}::json)`.as<'wanted'>(
        sql`wanted (tenant_id uuid, source_id uuid)`,
      ),
    )
    .innerJoinLateral(
      db
        .selectFrom('storage_objects')
        .where('tenant_id', '=', sql<string>`wanted.tenant_id`)
        .where('source_id', '=', sql<string>`wanted.source_id`)
        .where('status', '=', 'STORED')
        .where('lost_at', 'is', null)
        .select(['tenant_id as tenantId', 'source_id as sourceId', 'id', 'key'])
        .orderBy('id', 'desc')
        .limit(1)
        .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('newest')
    .orderBy('newest.id', 'desc')
    .execute()
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
