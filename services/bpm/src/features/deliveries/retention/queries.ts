// What is old goes: the events of ended approvals, and the log of attempts.
//
// Kept by: services/bpm/src/features/deliveries/retention/retention.test.ts "stay when another is enqueued while they are about to go"
import { sql } from 'kysely'
import { ATTEMPT_RETENTION_DAYS, EVENT_RETENTION_DAYS } from '../../../core/delivery.ts'
import type { Db } from '../../../db/schema.ts'

// Rows of all tenants: they go by age alone.

/**
 * Forgets the events of some lanes: those of instances that ended, of which the last event was
 * acknowledged long enough ago. Lanes of instances that are still open are put off. The lane itself
 * stays, and says that its events are gone.
 *
 * @returns how many lanes were looked at.
 */
export async function pruneLanes(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ lanes: number }>`
    with old as materialized (
      select tenant_id, instance_id from delivery_lanes
      where prune_at <= now()
      order by prune_at limit ${limit}
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
    )
    select count(*) as lanes from looked_at`.execute(db)
  return rows[0]?.lanes ?? 0
}

/** Forgets a part of the log of attempts, oldest first; answers how much. */
export async function pruneAttempts(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from delivery_attempts where (tenant_id, event_id, id) in (
      select tenant_id, event_id, id from delivery_attempts
      where attempted_at < now() - ${ATTEMPT_RETENTION_DAYS} * interval '1 day'
      order by attempted_at limit ${limit}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
