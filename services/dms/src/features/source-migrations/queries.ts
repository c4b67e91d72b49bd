import type { Db } from '@countersign/service-kit/db'
import { isErased } from '@countersign/service-kit/tenants-erased'
import { sql } from 'kysely'
import type { MigrationStatus, Schema } from '../../db/schema.ts'

export interface MigrationRow {
  readonly tenantId: string
  readonly id: string
  readonly sourceId: string
  readonly targetId: string
  readonly status: MigrationStatus
  /** Why the last attempt got nowhere, while that says nothing about the object it was at. */
  readonly obstacle: string | null
  readonly obstacleSince: Date | null
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
  'obstacle',
  'obstacle_since as obstacleSince',
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

/**
 * Migrations at work, of all tenants, for the worker: those whose turn was the longest ago, whatever
 * came of it. One whose storage does not answer waits behind the others.
 */
export function takeRunning(db: Db<Schema>, now: Date, limit: number): Promise<MigrationRow[]> {
  return db
    .with(
      (cte) => cte('due').materialized(),
      (eb) =>
        eb
          .selectFrom('source_migrations')
          .select(['tenant_id', 'id'])
          .where('status', '=', 'RUNNING')
          .where(({ not }) => not(isErased('source_migrations.tenant_id')))
          .orderBy('updated_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('source_migrations')
    .set({ updated_at: now })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('tenant_id', 'id'),
        'in',
        selectFrom('due').select(['tenant_id', 'id']).$asTuple('tenant_id', 'id'),
      ),
    )
    .returning(columns)
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
      obstacle: null,
      obstacle_since: null,
      revision: eb('revision', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Shows what a migration waits for; a later attempt that gets nowhere changes only the reason. */
export async function setObstacle(
  db: Db<Schema>,
  { tenantId, id }: { tenantId: string; id: string },
  obstacle: string,
): Promise<void> {
  await sql`
    update source_migrations
    set obstacle = ${obstacle}, obstacle_since = coalesce(obstacle_since, now())
    where tenant_id = ${tenantId} and id = ${id} and status = 'RUNNING'
      and obstacle is distinct from ${obstacle}`.execute(db)
}

export async function clearObstacle(
  tx: Db<Schema>,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  await sql`
    update source_migrations set obstacle = null, obstacle_since = null
    where tenant_id = ${tenantId} and id = ${id} and obstacle is not null`.execute(tx)
}

/**
 * Takes what is being copied from its workers, who notice before they record or switch anything. It
 * is free for the next at once.
 */
export async function freeCopies(
  tx: Db<Schema>,
  tenantId: string,
  migrationId: string,
  triedAt: Date,
): Promise<void> {
  await sql`
    update object_copies set worker_id = null, worker_until = null, tried_at = ${triedAt}
    where tenant_id = ${tenantId} and migration_id = ${migrationId}
      and status = 'COPYING'`.execute(tx)
}

/**
 * Forgets copies that were not switched and gives what they left to the reaper. What is copied again
 * goes under another key: what a failed attempt left is never written over, since nobody knows who
 * may still write it.
 */
export async function forgetCopies(
  tx: Db<Schema>,
  { tenantId, id }: { tenantId: string; id: string },
  statuses: readonly ('COPYING' | 'FAILED' | 'GONE')[],
  reapAfter: Date,
): Promise<void> {
  await sql`
    with forgotten as (
      delete from object_copies where tenant_id = ${tenantId} and migration_id = ${id}
        and status = any(${statuses}::text[])
      returning tenant_id, copy_id
    )
    update storage_objects o set status = 'DELETING', reap_after = ${reapAfter} from forgotten
    where o.tenant_id = forgotten.tenant_id and o.id = forgotten.copy_id
      and o.status = 'PENDING'`.execute(tx)
}

/**
 * Forgets what was switched and has been moved back to the source since, so that it is copied again.
 * The old copies go to the reaper: what they were kept for is at the source.
 */
export async function forgetReturned(
  tx: Db<Schema>,
  { tenantId, id, sourceId }: MigrationRow,
  reapAfter: Date,
): Promise<void> {
  await sql`
    with returned as (
      delete from object_copies c using storage_objects o
      where c.tenant_id = ${tenantId} and c.migration_id = ${id} and c.status = 'SWITCHED'
        and o.tenant_id = c.tenant_id and o.id = c.object_id
        and o.source_id = ${sourceId} and o.status = 'STORED'
      returning c.tenant_id, c.copy_id
    )
    update storage_objects k set status = 'DELETING', reap_after = ${reapAfter} from returned
    where k.tenant_id = returned.tenant_id and k.id = returned.copy_id
      and k.status = 'KEPT'`.execute(tx)
}

/** Gives the old copies of a migration to the reaper. */
export async function releaseKept(
  tx: Db<Schema>,
  tenantId: string,
  migrationId: string,
  reapAfter: Date,
): Promise<void> {
  await sql`
    with released as (
      update object_copies set status = 'RELEASED'
      where tenant_id = ${tenantId} and migration_id = ${migrationId} and status = 'SWITCHED'
      returning tenant_id, copy_id
    )
    update storage_objects o set status = 'DELETING', reap_after = ${reapAfter} from released
    where o.tenant_id = released.tenant_id and o.id = released.copy_id
      and o.status = 'KEPT'`.execute(tx)
}
