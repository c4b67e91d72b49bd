import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { WriteState } from '../../storage/object-store.ts'

export interface ErasableObject {
  readonly id: string
  readonly sourceId: string
  readonly key: string
  readonly writeState: WriteState
}

/** Some objects of a tenant, whatever became of them. */
export async function listObjects(
  db: Db<Schema>,
  tenantId: string,
  limit: number,
): Promise<readonly ErasableObject[]> {
  const { rows } = await sql<ErasableObject>`
    select id, source_id as "sourceId", key, write_state as "writeState" from storage_objects
    where tenant_id = ${tenantId} order by id limit ${limit}`.execute(db)
  return rows
}

export async function deleteObjects(
  db: Db<Schema>,
  tenantId: string,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from storage_objects where tenant_id = ${tenantId} and id = any (${ids}::uuid[])`.execute(
    db,
  )
  return Number(numAffectedRows)
}

export async function deleteSource(db: Db<Schema>, tenantId: string, id: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from storage_sources where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  return Number(numAffectedRows)
}

/** When somebody of the tenant last did something after a moment: visitors of what is public do not count. */
export async function findLastEvent(
  db: Db<Schema>,
  tenantId: string,
  since: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(occurred_at) as at from audit_events
    where tenant_id = ${tenantId} and occurred_at > ${since}
      and actor_kind = 'user'`.execute(db)
  return rows[0]?.at ?? undefined
}

export async function countHolds(db: Db<Schema>, tenantId: string): Promise<number> {
  const { rows } = await sql<{ holds: number }>`
    select count(*) as holds from legal_holds
    where tenant_id = ${tenantId} and released_at is null`.execute(db)
  return rows[0]?.holds ?? 0
}
