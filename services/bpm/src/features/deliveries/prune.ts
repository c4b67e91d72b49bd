// What is old goes: the events of ended approvals, and the log of attempts.
//
// Kept by: services/bpm/src/features/deliveries/prune.test.ts "stay when another is enqueued while they are about to go"
import { removedBy, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { EVENT_RETENTION_DAYS } from '../../core/delivery.ts'
import type { Db } from '../../db/schema.ts'

// Rows of all tenants: they go by age alone.

// Small enough to hold locks for no longer than a delivery would notice.
const LANES_AT_ONCE = 200
// Of approvals that are open; a round that finds more goes on an hour later.
const BATCHES = 10

/**
 * Forgets the events of some lanes: those of instances that ended, of which the last event was
 * acknowledged before a moment. Lanes of instances that are still open are put off. The lane itself
 * stays, and says that its events are gone.
 *
 * @returns how many events went of each tenant.
 */
export async function pruneEvents(db: Db, before: Date): Promise<readonly Removed[]> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { lanes, removed } = await pruneLanes(db, before)
    if (removed.length > 0 || lanes < LANES_AT_ONCE) return removed
  }
  return []
}

async function pruneLanes(db: Db, before: Date) {
  const { rows } = await sql<{ lanes: number; removed: readonly Removed[] }>`
    with old as materialized (
      select tenant_id, instance_id from delivery_lanes
      where prune_at <= ${before}::timestamptz + ${EVENT_RETENTION_DAYS} * interval '1 day'
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

/** Forgets a part of the log of attempts of before a moment, oldest first; answers how many of each tenant. */
export const pruneAttempts = (db: Db, before: Date, limit: number): Promise<readonly Removed[]> =>
  removedBy(
    db,
    sql`with old as materialized (
      select tenant_id, event_id, id from delivery_attempts
      where attempted_at < ${before} order by attempted_at limit ${limit} for update skip locked
    ) delete from delivery_attempts where (tenant_id, event_id, id) in (table old)
      returning tenant_id`,
  )
