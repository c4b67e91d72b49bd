import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The tenants that have anything here. */
export async function listTenants(db: Db<Schema>): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from storage_sources union select tenant_id from documents
    order by 1`.execute(db)
  return rows.map(({ tenantId }) => tenantId)
}

/** Bindings that wait for something, or were closed since a time, in the order of their ids. */
export async function listBindingIds(
  db: Db<Schema>,
  tenantId: string,
  from: { readonly afterId: string; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from approval_bindings
    where tenant_id = ${tenantId} and id > ${from.afterId} and instance_id is not null
      and (status in ('REQUESTED', 'BOUND', 'UNKNOWN')
        or (status = 'CLOSED' and closed_at >= ${from.since}))
    order by id limit ${from.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A binding as it was lost, in the state that follows from its approval. */
export async function insertRestoredBinding(
  tx: Db<Schema>,
  tenantId: string,
  binding: {
    readonly id: string
    readonly documentId: string
    readonly versionId: string
    readonly initiatorId: string
    readonly instanceId: string
    readonly requestKey: string
    readonly requestHash: Buffer
    readonly operationBody: string
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('approval_bindings')
    .values({
      tenant_id: tenantId,
      id: binding.id,
      document_id: binding.documentId,
      version_id: binding.versionId,
      initiator_id: binding.initiatorId,
      request_key: binding.requestKey,
      request_hash: binding.requestHash,
      status: 'BOUND',
      operation: 'START',
      operation_key: binding.requestKey,
      operation_body: binding.operationBody,
      call_until: now,
      check_after: now,
      instance_id: binding.instanceId,
      round: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Events of an approval that nothing was bound to had no effect: they are to be applied when they come again. */
export async function forgetEvents(
  tx: Db<Schema>,
  tenantId: string,
  instanceId: string,
): Promise<void> {
  await sql`delete from workflow_events
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(tx)
  await sql`delete from workflow_event_positions
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(tx)
}

/** An object that a row says is stored. */
export interface StoredObject {
  readonly id: string
  readonly sourceId: string
  readonly key: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly lostAt: Date | null
  /** What it is of; all null for a preview, which can be made again. */
  readonly versionId: string | null
  readonly documentId: string | null
  readonly filingId: string | null
}

const selectStored = (tenantId: string) => sql`
    select o.id, o.source_id as "sourceId", o.key, o.size_bytes as "sizeBytes", o.sha256,
      o.lost_at as "lostAt", v.id as "versionId", v.document_id as "documentId",
      f.filing_id as "filingId"
    from storage_objects o
    left join document_versions v on v.tenant_id = o.tenant_id and v.object_id = o.id
    left join filed_records f on f.tenant_id = o.tenant_id and o.id in (f.print_id, f.record_id)
    where o.tenant_id = ${tenantId} and o.status = 'STORED'`

export async function listStored(
  db: Db<Schema>,
  tenantId: string,
  from: { readonly afterId: string; readonly limit: number },
): Promise<StoredObject[]> {
  const { rows } = await sql<StoredObject>`
    ${selectStored(tenantId)} and o.id > ${from.afterId}
    order by o.id limit ${from.limit}`.execute(db)
  return rows
}

/** Undefined when it is stored no more. */
export async function findStored(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<StoredObject | undefined> {
  const { rows } = await sql<StoredObject>`
    ${selectStored(tenantId)} and o.id = ${id} limit 1`.execute(db)
  return rows[0]
}

/**
 * Marks what is lost, or takes the mark away, of a row that is as it was read: a move to another source may have
 * been faster. Answers whether that changed anything.
 */
export async function markLost(
  tx: Db<Schema>,
  tenantId: string,
  { id, sourceId, key }: Pick<StoredObject, 'id' | 'sourceId' | 'key'>,
  lostAt: Date | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update storage_objects set lost_at = ${lostAt}
    where tenant_id = ${tenantId} and id = ${id} and status = 'STORED'
      and source_id = ${sourceId} and key = ${key} and (lost_at is null) = ${lostAt !== null}`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Of some keys of a tenant those that no row names, nor an upload that is under way. */
export async function listUnnamed(
  db: Db<Schema>,
  tenantId: string,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select given.key from unnest(${[...keys]}::text[]) as given (key)
    where not exists (
        select from storage_objects o
        where o.tenant_id = ${tenantId} and o.key = given.key and o.status <> 'DELETED')
      and not exists (
        select from storage_objects o
        where o.tenant_id = ${tenantId} and o.status in ('PENDING', 'DELETING')
          and position(given.key in o.write_state::text) > 0)
    order by given.key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Gives an object that nobody knows to the reaper; false when it has a row by now. */
export async function insertUnnamed(
  tx: Db<Schema>,
  tenantId: string,
  object: { readonly id: string; readonly sourceId: string; readonly key: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into storage_objects
      (tenant_id, id, source_id, key, status, size_bytes, write_state, created_at, reap_after)
    values (${tenantId}, ${object.id}, ${object.sourceId}, ${object.key}, 'DELETING', 0, '{}',
      ${now}, ${now})
    on conflict on constraint storage_objects_key_unique do update
      set status = 'DELETING', reap_after = excluded.reap_after
      where storage_objects.status = 'DELETED'`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
