import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { ObjectStatus, Schema } from '../../db/schema.ts'
import type { WriteState } from '../../storage/object-store.ts'
import type { Place } from './place.ts'
import type { MigrationRow } from './queries.ts'

/** An object that is being copied, under the lease of one worker. */
export interface CopyRow {
  readonly tenantId: string
  readonly migrationId: string
  readonly objectId: string
  readonly copyId: string
  readonly sizeBytes: number
  readonly copiedBytes: number
  readonly attempts: number
  /** Where the copy goes. */
  readonly key: string
  readonly writeState: Record<string, unknown>
}

/** An object of the source that this migration has not looked at yet. */
export async function findNextObject(
  db: Db<Schema>,
  { tenantId, id, sourceId }: MigrationRow,
): Promise<{ id: string; sizeBytes: number } | undefined> {
  const { rows } = await sql<{ id: string; sizeBytes: number }>`
    select o.id, o.size_bytes as "sizeBytes" from storage_objects o
    where o.tenant_id = ${tenantId} and o.source_id = ${sourceId} and o.status = 'STORED'
      and not exists (
        select from object_copies c where c.tenant_id = o.tenant_id and c.object_id = o.id
          and (c.migration_id = ${id} or c.status in ('COPYING', 'FAILED'))
      )
    order by o.id limit 1`.execute(db)
  return rows[0]
}

/**
 * Makes the row of a copy before its first byte, leased to the worker; undefined when another worker
 * has taken the object in the same moment, or the migration was stopped.
 */
export async function insertCopy(
  tx: Db<Schema>,
  migration: MigrationRow,
  copy: Place & { readonly objectId: string; readonly sizeBytes: number },
  worker: { id: string; leaseSeconds: number },
  now: Date,
): Promise<CopyRow | undefined> {
  const { tenantId, id: migrationId, targetId } = migration
  // The object's row is locked, so that it cannot be taken twice nor go meanwhile.
  const { rows } = await sql`
    select from storage_objects where tenant_id = ${tenantId} and id = ${copy.objectId}
      and source_id = ${migration.sourceId} and status = 'STORED' for update skip locked`.execute(
    tx,
  )
  if (rows.length === 0) return undefined
  await insertPlace(tx, tenantId, { ...copy, sourceId: targetId }, now)
  // The lock makes a stop wait for this row, or this row see the stop.
  const { numAffectedRows } = await sql`
    insert into object_copies (tenant_id, migration_id, object_id, copy_id, status, size_bytes,
      worker_id, worker_until, tried_at)
    select ${tenantId}::uuid, ${migrationId}::uuid, ${copy.objectId}::uuid, ${copy.id}::uuid,
      'COPYING', ${copy.sizeBytes}::bigint, ${worker.id}::uuid,
      now() + make_interval(secs => ${worker.leaseSeconds}), now()
    from source_migrations
    where tenant_id = ${tenantId} and id = ${migrationId} and status = 'RUNNING' for share
    on conflict do nothing`.execute(tx)
  if (numAffectedRows !== 1n) {
    await sql`delete from storage_objects
      where tenant_id = ${tenantId} and id = ${copy.id}`.execute(tx)
    return undefined
  }
  const { objectId, sizeBytes, key } = copy
  const begun = { copiedBytes: 0, attempts: 0, writeState: {} }
  return { tenantId, migrationId, objectId, copyId: copy.id, sizeBytes, key, ...begun }
}

/** Takes over a copy that nobody works on: begun before a crash, or to be tried again. */
export async function leaseCopy(
  db: Db<Schema>,
  { tenantId, id }: MigrationRow,
  worker: { id: string; leaseSeconds: number },
  retryAfterMs: number,
): Promise<CopyRow | undefined> {
  const { rows } = await sql<CopyRow>`
    with due as materialized (
      select tenant_id, migration_id, object_id from object_copies
      where tenant_id = ${tenantId} and migration_id = ${id} and status = 'COPYING'
        and (worker_until is null or worker_until < now())
        and (worker_until is not null
          or tried_at < now() - make_interval(secs => ${retryAfterMs / 1000}))
      order by tried_at limit 1 for update skip locked
    )
    update object_copies c set worker_id = ${worker.id}, tried_at = now(),
      worker_until = now() + make_interval(secs => ${worker.leaseSeconds})
    from storage_objects o
    where (c.tenant_id, c.migration_id, c.object_id) in (table due)
      and o.tenant_id = c.tenant_id and o.id = c.copy_id
    returning c.tenant_id as "tenantId", c.migration_id as "migrationId",
      c.object_id as "objectId", c.copy_id as "copyId", c.size_bytes as "sizeBytes",
      c.copied_bytes as "copiedBytes", c.attempts, o.key, o.write_state as "writeState"`.execute(db)
  return rows[0]
}

/** Shows that the worker is alive; false when it has lost the copy. */
export async function renewCopy(
  db: Db<Schema>,
  copy: CopyRow,
  worker: { id: string; leaseSeconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update object_copies set worker_until = now() + make_interval(secs => ${worker.leaseSeconds})
    where tenant_id = ${copy.tenantId} and migration_id = ${copy.migrationId}
      and object_id = ${copy.objectId} and worker_id = ${worker.id} and status = 'COPYING'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Records what is durable at the target; false when the worker has lost the copy. */
export async function recordCopied(
  db: Db<Schema>,
  copy: CopyRow,
  worker: { id: string; leaseSeconds: number },
  state: WriteState,
  copiedBytes: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with mine as (
      update object_copies set copied_bytes = ${copiedBytes},
        worker_until = now() + make_interval(secs => ${worker.leaseSeconds})
      where tenant_id = ${copy.tenantId} and migration_id = ${copy.migrationId}
        and object_id = ${copy.objectId} and worker_id = ${worker.id} and status = 'COPYING'
      returning tenant_id, copy_id
    )
    update storage_objects o set write_state = ${JSON.stringify(state)} from mine
    where o.tenant_id = mine.tenant_id and o.id = mine.copy_id and o.status = 'PENDING'`.execute(db)
  return numAffectedRows === 1n
}

/** Leaves the copy to whoever comes next, after a fault that says nothing about the object. */
export async function leaveCopy(db: Db<Schema>, copy: CopyRow, workerId: string): Promise<void> {
  await sql`
    update object_copies set worker_id = null, worker_until = null, tried_at = now()
    where tenant_id = ${copy.tenantId} and migration_id = ${copy.migrationId}
      and object_id = ${copy.objectId} and worker_id = ${workerId}`.execute(db)
}

/** Gives the object up for this migration. */
export async function failCopy(
  db: Db<Schema>,
  copy: CopyRow,
  workerId: string,
  reason: string,
): Promise<void> {
  await sql`
    update object_copies set attempts = attempts + 1, copied_bytes = 0, worker_id = null,
      worker_until = null, tried_at = now(), status = 'FAILED', failure = ${reason}
    where tenant_id = ${copy.tenantId} and migration_id = ${copy.migrationId}
      and object_id = ${copy.objectId} and worker_id = ${workerId}
      and status = 'COPYING'`.execute(db)
}

/**
 * Counts a fault of this attempt and lets the next go to another place: what this one left is never
 * written over nor taken for the whole, and goes to the reaper. Changes nothing when the worker has
 * lost the copy.
 */
export async function beginAnew(
  tx: Db<Schema>,
  { targetId }: MigrationRow,
  copy: CopyRow,
  workerId: string,
  next: { place: Place; now: Date; reapAfter: Date },
): Promise<void> {
  const { tenantId, migrationId, objectId, copyId } = copy
  const { place, now, reapAfter } = next
  const { rows } = await sql`
    select from object_copies
    where tenant_id = ${tenantId} and migration_id = ${migrationId} and object_id = ${objectId}
      and worker_id = ${workerId} and status = 'COPYING' for update`.execute(tx)
  if (rows.length === 0) return
  await insertPlace(tx, tenantId, { ...place, sourceId: targetId, sizeBytes: copy.sizeBytes }, now)
  await sql`
    update object_copies set copy_id = ${place.id}, attempts = attempts + 1, copied_bytes = 0,
      worker_id = null, worker_until = null, tried_at = now()
    where tenant_id = ${tenantId} and migration_id = ${migrationId}
      and object_id = ${objectId}`.execute(tx)
  await dropCopy(tx, tenantId, copyId, reapAfter)
}

async function insertPlace(
  tx: Db<Schema>,
  tenantId: string,
  place: Place & { readonly sourceId: string; readonly sizeBytes: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into storage_objects
      (tenant_id, id, source_id, key, status, size_bytes, write_state, created_at)
    values (${tenantId}, ${place.id}, ${place.sourceId}, ${place.key}, 'PENDING',
      ${place.sizeBytes}, '{}', ${now})`.execute(tx)
}

export interface ObjectRow {
  readonly sourceId: string
  readonly key: string
  readonly status: ObjectStatus
  readonly sizeBytes: number
  readonly sha256: Buffer | null
}

const objectColumns = [
  'source_id as sourceId',
  'key',
  'status',
  'size_bytes as sizeBytes',
  'sha256',
] as const

export function findObject(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<ObjectRow | undefined> {
  return db
    .selectFrom('storage_objects')
    .select(objectColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function lockObject(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<ObjectRow | undefined> {
  return tx
    .selectFrom('storage_objects')
    .select(objectColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends the worker's lease with the outcome; false when it has lost the copy. */
export async function endCopy(
  tx: Db<Schema>,
  copy: CopyRow,
  workerId: string,
  status: 'SWITCHED' | 'GONE',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update object_copies set status = ${status}, worker_id = null, worker_until = null
    where tenant_id = ${copy.tenantId} and migration_id = ${copy.migrationId}
      and object_id = ${copy.objectId} and worker_id = ${workerId} and status = 'COPYING'`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/**
 * Lets object and copy change places: the object, with all that refers to it, is at the target now,
 * and the other row has what is old. A name in between, because no two may have one place.
 */
export async function exchangePlaces(
  tx: Db<Schema>,
  copy: CopyRow,
  from: { sourceId: string; key: string; sha256: Buffer },
  to: { sourceId: string; key: string },
): Promise<void> {
  const { tenantId, objectId, copyId } = copy
  await sql`
    update storage_objects set key = key || ${`-${copyId}`}
    where tenant_id = ${tenantId} and id = ${copyId}`.execute(tx)
  await sql`
    update storage_objects set source_id = ${to.sourceId}, key = ${to.key}, write_state = '{}'
    where tenant_id = ${tenantId} and id = ${objectId}`.execute(tx)
  await sql`
    update storage_objects set source_id = ${from.sourceId}, key = ${from.key}, status = 'KEPT',
      sha256 = ${from.sha256}, write_state = '{}'
    where tenant_id = ${tenantId} and id = ${copyId}`.execute(tx)
}

/** Gives a copy that is not wanted any more to the reaper. */
export async function dropCopy(
  tx: Db<Schema>,
  tenantId: string,
  copyId: string,
  reapAfter: Date,
): Promise<void> {
  await sql`
    update storage_objects set status = 'DELETING', reap_after = ${reapAfter}
    where tenant_id = ${tenantId} and id = ${copyId} and status = 'PENDING'`.execute(tx)
}

/** Whether the migration has a copy that is not over. */
export async function hasOpenCopies(
  db: Db<Schema>,
  { tenantId, id }: MigrationRow,
  status: 'COPYING' | 'FAILED',
): Promise<boolean> {
  const { rows } = await sql`
    select from object_copies where tenant_id = ${tenantId} and migration_id = ${id}
      and status = ${status} limit 1`.execute(db)
  return rows.length > 0
}
