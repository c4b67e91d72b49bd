import type { Db } from '@countersign/service-kit/db'
import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { isErased } from '@countersign/service-kit/tenants-erased'
import { sql } from 'kysely'
import { drawTurns, shareOf } from '../../db/draw-turns.ts'
import type { Schema } from '../../db/schema.ts'

/** Sessions that have waited too long, of tenants that are not being erased; whoever takes one checks again under its lock. */
export function listExpired(db: Db<Schema>, now: Date, limit: number) {
  return db
    .selectFrom('uploads')
    .select(['tenant_id as tenantId', 'id'])
    .where('status', 'in', ['INITIATED', 'RECEIVING', 'RECEIVED'])
    .where('expires_at', '<=', now)
    .where((eb) =>
      eb.or([eb('sender_until', 'is', null), eb('sender_until', '<', sql<Date>`now()`)]),
    )
    .where(({ not }) => not(isErased('uploads.tenant_id')))
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

const reapable = (now: Date) => ({
  table: 'storage_objects',
  by: 'source_id',
  waits: sql`status = 'DELETING'`,
  isDue: sql`reap_after <= ${now}`,
})

export interface ReapableObject {
  readonly tenantId: string
  readonly id: string
  readonly sourceId: string
  readonly key: string
  readonly writeState: Record<string, unknown>
}

/** Takes objects to delete, of sources in turn; whoever dies with one leaves it to the next after `until`. */
export async function leaseReapable(
  db: Db<Schema>,
  now: Date,
  until: Date,
  limit: number,
): Promise<ReapableObject[]> {
  const { rows } = await sql<ReapableObject>`
    ${drawTurns(reapable(now), limit)}, due as materialized (
      select taken.tenant_id, taken.id from turn cross join lateral (
        select tenant_id, id from storage_objects
        where source_id = turn.id and status = 'DELETING' and reap_after <= ${now}
        order by reap_after limit ${shareOf(limit)} for update skip locked
      ) as taken
    )
    update storage_objects o set reap_after = ${until}
    where (o.tenant_id, o.id) in (table due)
      and not exists (
        select from document_versions v where v.tenant_id = o.tenant_id and v.object_id = o.id
      )
    returning o.tenant_id as "tenantId", o.id, o.source_id as "sourceId", o.key,
      o.write_state as "writeState"`.execute(db)
  return rows
}

/** The object is gone; so go the old copies that a migration kept of it. */
export async function markReaped(
  db: Db<Schema>,
  tenantId: string,
  id: string,
  now: Date,
): Promise<void> {
  await sql`
    with reaped as (
      update storage_objects set status = 'DELETED', reap_after = null, write_state = '{}'
      where tenant_id = ${tenantId} and id = ${id} and status = 'DELETING'
      returning tenant_id, id
    )
    update storage_objects k set status = 'DELETING', reap_after = ${now}
    from reaped, object_copies c
    where c.tenant_id = reaped.tenant_id and c.object_id = reaped.id
      and k.tenant_id = c.tenant_id and k.id = c.copy_id and k.status = 'KEPT'`.execute(db)
}

/** Forgets a part of the uploads that ended before a moment, of one tenant; answers how many. */
export const pruneUploads = (
  db: Db<Schema>,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> =>
  removeOfOneTenant(
    db,
    {
      table: 'uploads',
      key: ['tenant_id', 'id'],
      rows: sql`from uploads as gone
        where status in ('COMPLETED', 'FAILED', 'ABORTED', 'EXPIRED') and updated_at < ${before}`,
      order: sql`order by updated_at`,
    },
    limit,
  )
