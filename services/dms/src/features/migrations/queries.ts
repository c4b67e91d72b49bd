import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { MigrationStatus, Schema } from '../../db/schema.ts'

export interface MigrationRow {
  readonly tenantId: string
  readonly id: string
  readonly sourceId: string
  readonly targetId: string
  readonly status: MigrationStatus
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = [
  'tenant_id as tenantId',
  'id',
  'source_id as sourceId',
  'target_id as targetId',
  'status',
  'created_by as createdBy',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

const select = (db: Db<Schema>, tenantId: string, sourceId: string) =>
  db
    .selectFrom('source_migrations')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId)

export function findMigration(
  db: Db<Schema>,
  tenantId: string,
  sourceId: string,
  id: string,
): Promise<MigrationRow | undefined> {
  return select(db, tenantId, sourceId).where('id', '=', id).executeTakeFirst()
}

export function lockMigration(
  tx: Db<Schema>,
  tenantId: string,
  sourceId: string,
  id: string,
): Promise<MigrationRow | undefined> {
  return select(tx, tenantId, sourceId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The migration of the source that is not released, locked. */
export function lockCurrent(
  tx: Db<Schema>,
  tenantId: string,
  sourceId: string,
): Promise<MigrationRow | undefined> {
  return select(tx, tenantId, sourceId)
    .where('status', '<>', 'RELEASED')
    .forUpdate()
    .executeTakeFirst()
}

export function listMigrations(
  db: Db<Schema>,
  tenantId: string,
  sourceId: string,
  page: { limit: number; before?: string | undefined },
): Promise<MigrationRow[]> {
  return select(db, tenantId, sourceId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Migrations at work, of all tenants: for the worker. */
export function listRunning(db: Db<Schema>, limit: number): Promise<MigrationRow[]> {
  return db
    .selectFrom('source_migrations')
    .select(columns)
    .where('status', '=', 'RUNNING')
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Inserts it, or answers undefined when another of this source is not released. */
export function insertMigration(
  tx: Db<Schema>,
  tenantId: string,
  row: { id: string; sourceId: string; targetId: string; createdBy: string | null },
  now: Date,
): Promise<MigrationRow | undefined> {
  return tx
    .insertInto('source_migrations')
    .values({
      tenant_id: tenantId,
      id: row.id,
      source_id: row.sourceId,
      target_id: row.targetId,
      status: 'RUNNING',
      created_by: row.createdBy,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export async function setMigrationStatus(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  status: MigrationStatus,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('source_migrations')
    .set((eb) => ({
      status,
      updated_at: now,
      released_at: status === 'RELEASED' ? now : null,
      revision: eb('revision', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Forgets what failed, so that it is taken up anew and under another key: what a failed attempt left
 * is never written over, since nobody knows who may still write it.
 */
export async function forgetFailed(
  tx: Db<Schema>,
  tenantId: string,
  migrationId: string,
  reapAfter: Date,
): Promise<void> {
  await sql`
    with failed as (
      delete from object_copies where tenant_id = ${tenantId}
        and migration_id = ${migrationId} and status = 'FAILED'
      returning tenant_id, copy_id
    )
    update storage_objects o set status = 'DELETING', reap_after = ${reapAfter} from failed
    where o.tenant_id = failed.tenant_id and o.id = failed.copy_id
      and o.status = 'PENDING'`.execute(tx)
}

/** Gives the old copies of a migration to the reaper. */
export async function releaseKept(
  tx: Db<Schema>,
  tenantId: string,
  migrationId: string,
  reapAfter: Date,
): Promise<void> {
  await sql`
    update storage_objects o set status = 'DELETING', reap_after = ${reapAfter}
    from object_copies c
    where c.tenant_id = ${tenantId} and c.migration_id = ${migrationId}
      and o.tenant_id = c.tenant_id and o.id = c.copy_id
      and (o.status = 'KEPT' or (o.status = 'PENDING' and c.status in ('FAILED', 'GONE')))`.execute(
    tx,
  )
  await sql`
    update object_copies set status = 'RELEASED', failure = null
    where tenant_id = ${tenantId} and migration_id = ${migrationId}
      and status in ('SWITCHED', 'FAILED', 'GONE')`.execute(tx)
}

export interface Progress {
  readonly waiting: number
  readonly waitingBytes: number
  readonly copying: number
  readonly switched: number
  readonly failed: number
  readonly gone: number
  readonly copiedBytes: number
  readonly openUploads: number
  readonly failures: readonly { readonly objectId: string; readonly reason: string }[]
}

export async function readProgress(db: Db<Schema>, row: MigrationRow): Promise<Progress> {
  const { tenantId, id, sourceId } = row
  const { rows } = await sql<Omit<Progress, 'failures'>>`
    select
      coalesce((select count(*) from storage_objects o where o.tenant_id = ${tenantId}
        and o.source_id = ${sourceId} and o.status = 'STORED' and not exists (
          select from object_copies c where c.tenant_id = o.tenant_id and c.object_id = o.id
            and c.migration_id = ${id})), 0) as waiting,
      coalesce((select sum(o.size_bytes)::bigint from storage_objects o
        where o.tenant_id = ${tenantId} and o.source_id = ${sourceId}
          and o.status = 'STORED'), 0) as "waitingBytes",
      count(*) filter (where status = 'COPYING') as copying,
      count(*) filter (where status = 'SWITCHED'
        or status = 'RELEASED' and copied_bytes = size_bytes) as switched,
      count(*) filter (where status = 'FAILED') as failed,
      count(*) filter (where status = 'GONE') as gone,
      coalesce(sum(copied_bytes), 0)::bigint as "copiedBytes",
      (select count(*) from uploads u join storage_objects o
        on o.tenant_id = u.tenant_id and o.id = u.object_id
        where u.tenant_id = ${tenantId} and o.source_id = ${sourceId}
          and u.status in ('INITIATED', 'RECEIVING', 'RECEIVED')) as "openUploads"
    from object_copies where tenant_id = ${tenantId} and migration_id = ${id}`.execute(db)
  const failures = await sql<{ objectId: string; reason: string }>`
    select object_id as "objectId", failure as reason from object_copies
    where tenant_id = ${tenantId} and migration_id = ${id} and status = 'FAILED'
    order by object_id limit 100`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('an aggregate answers one row')
  return { ...counts, failures: failures.rows }
}
