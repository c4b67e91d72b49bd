import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/schema.ts'
import type { ReadyRoute } from '../dispatch/lease-queries.ts'

/** How far a lane is, as this service knows it. */
export interface LaneMark {
  readonly nextSequence: number
  readonly lastSequence: number
  readonly prunedAt: Date | null
}

/** A lane whose receiver is asked how far it is. */
export interface AskedLane extends LaneMark, ReadyRoute {
  readonly instanceId: string
  readonly bizId: string
  readonly status: string
  readonly round: number
}

export interface KeptEvent {
  readonly sequence: number
  readonly eventId: string
  readonly type: string
  readonly body: string
}

/** The tenants that have business types, and so may have approvals. */
export async function listTenants(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select distinct tenant_id as "tenantId" from biz_types order by 1`.execute(db)
  return rows.map(({ tenantId }) => tenantId)
}

/** Lanes of approvals that are open, or ended since a time, in the order of their ids. */
export async function listLanes(
  db: Db,
  tenantId: string,
  from: { readonly afterId: string; readonly since: Date; readonly limit: number },
): Promise<AskedLane[]> {
  const { rows } = await sql<AskedLane>`
    select lane.tenant_id as "tenantId", lane.instance_id as "instanceId", ${markColumns},
      lane.biz_type as "bizType", lane.biz_type_version as "bizTypeVersion",
      instance.biz_id as "bizId", instance.status, instance.round,
      version.callback_origin as origin, version.callback_path as path,
      version.callback_max_events as "maxEvents",
      coalesce(list.origins, '{}') as "allowedOrigins"
    from delivery_lanes as lane
    join process_instances as instance
      on instance.tenant_id = lane.tenant_id and instance.id = lane.instance_id
    join biz_type_versions as version on version.tenant_id = lane.tenant_id
      and version.code = lane.biz_type and version.version = lane.biz_type_version
    left join callback_origin_lists as list on list.tenant_id = lane.tenant_id
    where lane.tenant_id = ${tenantId} and lane.instance_id > ${from.afterId}
      and (instance.ended_at is null or instance.ended_at >= ${from.since})
    order by lane.instance_id limit ${from.limit}`.execute(db)
  return rows
}

const markColumns = sql`lane.next_sequence as "nextSequence",
  lane.last_sequence as "lastSequence", lane.pruned_at as "prunedAt"`

/** The lane as it is now. */
export async function findMark(
  db: Db,
  tenantId: string,
  instanceId: string,
): Promise<LaneMark | undefined> {
  const { rows } = await sql<LaneMark>`
    select ${markColumns} from delivery_lanes as lane
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
  return rows[0]
}

/** The lane under its lock: nobody gives out a number or takes it for sending before the commit. */
export async function lockMark(
  tx: Tx,
  tenantId: string,
  instanceId: string,
): Promise<LaneMark | undefined> {
  const { rows } = await sql<LaneMark>`
    select ${markColumns} from delivery_lanes as lane
    where tenant_id = ${tenantId} and instance_id = ${instanceId} for update`.execute(tx)
  return rows[0]
}

/** Events of a lane by their numbers, both ends included. */
export async function listBetween(
  db: Db,
  tenantId: string,
  instanceId: string,
  [first, last]: readonly [number, number],
): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    select sequence, event_id as "eventId", type, body from delivery_events
    where tenant_id = ${tenantId} and instance_id = ${instanceId}
      and sequence between ${first} and ${last}
    order by sequence`.execute(db)
  return rows
}

/** Takes events out of a lane from a number on, for them to be put behind others. */
export async function takeFrom(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  sequence: number,
): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    with taken as (
      delete from delivery_events
      where tenant_id = ${tenantId} and instance_id = ${instanceId} and sequence >= ${sequence}
      returning sequence, event_id, type, body)
    select sequence, event_id as "eventId", type, body from taken order by sequence`.execute(tx)
  return rows
}

export async function putEvents(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  events: readonly KeptEvent[],
): Promise<void> {
  await sql`
    insert into delivery_events (tenant_id, instance_id, sequence, event_id, type, body)
    select ${tenantId}::uuid, ${instanceId}::uuid, event.*
    from unnest(
      ${events.map(({ sequence }) => sequence)}::integer[],
      ${events.map(({ eventId }) => eventId)}::uuid[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map(({ body }) => body)}::text[]
    ) as event`.execute(tx)
}

/**
 * Has a lane go on behind what its receiver has heard. Whoever holds it loses it, as when it goes back:
 * it is due when their lease ends, since until then they may still send.
 */
export async function moveMark(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  { heard, last }: { readonly heard: number; readonly last: number },
): Promise<void> {
  await sql`
    update delivery_lanes set last_sequence = ${last}, next_sequence = ${heard + 1},
      acknowledged_sequence = ${heard},
      due_at = case when lease_id is null then now() else due_at end,
      lease_id = case when lease_id is not null then gen_random_uuid() end,
      attempts = 0, failing_since = null, blocked_at = null, prune_at = null
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(tx)
}

/** People on whom open approvals wait, or who began them, with how many rows name each. */
export async function listPeople(
  db: Db,
  tenantId: string,
  from: { readonly afterId: string; readonly limit: number },
): Promise<{ id: string; rows: number }[]> {
  const { rows } = await sql<{ id: string; rows: number }>`
    with named as (
      select assignee_id as id from tasks
      where tenant_id = ${tenantId} and ended_at is null and kind = 'decision'
      union all
      select unnest(candidate_ids) from tasks
      where tenant_id = ${tenantId} and ended_at is null and kind = 'decision'
        and assignee_id is null
      union all
      select initiator_id from process_instances
      where tenant_id = ${tenantId} and ended_at is null)
    select id, count(*)::integer as rows from named
    where id > ${from.afterId} group by id order by id limit ${from.limit}`.execute(db)
  return rows
}
