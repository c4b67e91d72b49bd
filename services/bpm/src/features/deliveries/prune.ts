// What is old goes: the events of ended approvals, and the log of attempts.
//
// Kept by: services/bpm/src/features/deliveries/prune.test.ts "stay when another is enqueued while they are about to go"
import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { EVENT_RETENTION_DAYS } from '../../core/delivery.ts'
import type { Db } from '../../db/schema.ts'

// Rows of all tenants: they go by age alone.

// Small enough to hold locks for no longer than a delivery would notice.
const LANES_AT_ONCE = 200
// Of approvals that are open; a round that finds more goes on an hour later.
const LANES_PUT_OFF = 2_000

/**
 * Forgets the events of some lanes of one tenant: those of instances that ended, of which the last event was
 * acknowledged before a moment. Lanes of instances that are still open are put off. The lane itself
 * stays, and says that its events are gone.
 *
 * @returns how many events went.
 */
export async function pruneEvents(db: Db, before: Date): Promise<readonly Removed[]> {
  for (let putOff = 0; putOff < LANES_PUT_OFF;) {
    const { lanes, removed } = await pruneLanes(db, before)
    if (removed.length > 0 || lanes === 0) return removed
    putOff += lanes
  }
  return []
}

async function pruneLanes(db: Db, before: Date) {
  const due = sql`prune_at <= ${before}::timestamptz + ${EVENT_RETENTION_DAYS} * interval '1 day'`
  const { rows } = await sql<{ lanes: number; removed: readonly Removed[] }>`
    with one as materialized (
      select tenant_id from delivery_lanes where ${due} order by prune_at limit 1
      for update skip locked
    ), old as materialized (
      select tenant_id, instance_id from delivery_lanes
      where ${due} and tenant_id = (select tenant_id from one)
      order by prune_at limit ${LANES_AT_ONCE}
      for update skip locked
    ), looked_at as (
      update delivery_lanes as lane set
        prune_at = case when instance.ended_at is null
          then now() + ${EVENT_RETENTION_DAYS} * interval '1 day' end,
        pruned_at = case when instance.ended_at is not null then now() end
      from old join process_instances as instance
        on instance.tenant_id = old.tenant_id and instance.id = old.instance_id
      where lane.tenant_id = old.tenant_id and lane.instance_id = old.instance_id
      returning lane.tenant_id, lane.instance_id, lane.pruned_at
    ), forgotten as (
      delete from delivery_events as event using looked_at as lane
      where lane.pruned_at is not null
        and event.tenant_id = lane.tenant_id and event.instance_id = lane.instance_id
      returning event.tenant_id
    ), counted as (
      select tenant_id as "tenantId", count(*) as rows from forgotten group by tenant_id order by tenant_id
    )
    select (select count(*) from looked_at) as lanes,
      (select coalesce(jsonb_agg(counted), '[]') from counted) as removed`.execute(db)
  return rows[0] ?? { lanes: 0, removed: [] }
}

/** Forgets a part of the log of attempts of before a moment, oldest first, of one tenant; answers how many. */
export const pruneAttempts = (db: Db, before: Date, limit: number): Promise<readonly Removed[]> =>
  removeOfOneTenant(
    db,
    {
      table: 'delivery_attempts',
      key: ['tenant_id', 'event_id', 'id'],
      rows: sql`from delivery_attempts as gone where attempted_at < ${before}`,
      order: sql`order by attempted_at`,
    },
    limit,
  )
