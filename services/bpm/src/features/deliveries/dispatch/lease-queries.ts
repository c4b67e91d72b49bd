// Which lanes are due, and taking them under a lease. Only the database's clock counts.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/faults.test.ts "keeps the order when the clocks of two dispatchers differ and jump"
// Kept by: services/bpm/src/features/deliveries/rewind.test.ts "is taken by nobody while another process may still send its events"
import { sql } from 'kysely'
import type { LaneProgress } from '../../../core/delivery.ts'
import type { Db } from '../../../db/schema.ts'

/** A business type with lanes that are due, and where their events go. */
export interface ReadyRoute {
  readonly tenantId: string
  readonly bizType: string
  readonly bizTypeVersion: string
  readonly origin: string
  readonly path: string
  /** How many events of an instance it takes in one request. */
  readonly maxEvents: number
  /** The tenant's own list of origins. */
  readonly allowedOrigins: readonly string[]
}

/**
 * The business types that have something to send now, across tenants: the dispatcher serves all of
 * them. Steps through the index from one to the next, so the price is one probe for each, however
 * many lanes it has.
 */
export async function listReadyRoutes(db: Db): Promise<ReadyRoute[]> {
  const { rows } = await sql<ReadyRoute>`
    with recursive open as (
      (select tenant_id, biz_type, biz_type_version from delivery_lanes
       where due_at is not null
       order by tenant_id, biz_type, biz_type_version limit 1)
      union all
      select next.* from open cross join lateral (
        select lane.tenant_id, lane.biz_type, lane.biz_type_version from delivery_lanes as lane
        where lane.due_at is not null
          and (lane.tenant_id, lane.biz_type, lane.biz_type_version)
            > (open.tenant_id, open.biz_type, open.biz_type_version)
        order by lane.tenant_id, lane.biz_type, lane.biz_type_version limit 1
      ) as next
    )
    select open.tenant_id as "tenantId", open.biz_type as "bizType",
      open.biz_type_version as "bizTypeVersion", version.callback_origin as origin,
      version.callback_path as path,
      version.callback_max_events as "maxEvents", coalesce(list.origins, '{}') as "allowedOrigins"
    from open
    join biz_type_versions as version on version.tenant_id = open.tenant_id
      and version.code = open.biz_type and version.version = open.biz_type_version
    left join callback_origin_lists as list on list.tenant_id = open.tenant_id
    where exists (
      select 1 from delivery_lanes as lane
      where lane.tenant_id = open.tenant_id and lane.biz_type = open.biz_type
        and lane.biz_type_version = open.biz_type_version
        and lane.due_at <= now()
    )`.execute(db)
  return rows
}

/** How many lanes of a business type there is room for. */
export interface Wanted {
  readonly route: ReadyRoute
  readonly limit: number
}

/** An event as it lies in its lane. */
export interface LaneEvent {
  readonly eventId: string
  readonly sequence: number
  readonly type: string
  readonly body: string
  /** The trace of the request that it came from. */
  readonly traceparent?: string | null | undefined
}

/** A lane that this process holds until its lease ends. */
export interface LeasedLane extends LaneProgress {
  readonly tenantId: string
  readonly instanceId: string
  readonly leaseId: string
  /** How long it was due before it was taken, by the clock of the database. */
  readonly waitedSeconds: number
  readonly route: ReadyRoute
  readonly events: readonly LaneEvent[]
}

interface LeasedRow extends LaneProgress, LaneEvent {
  readonly tenantId: string
  readonly instanceId: string
  readonly bizType: string
  readonly bizTypeVersion: string
  readonly waitedSeconds: number
}

/**
 * Takes up to `limit` due lanes of each route, with the next events of each. Lanes that another
 * process is taking are skipped. `now()` is the database's clock in every process.
 */
export async function leaseLanes(
  db: Db,
  wanted: readonly Wanted[],
  lease: { readonly id: string; readonly ms: number; readonly eventsPerLane: number },
): Promise<LeasedLane[]> {
  const { rows } = await sql<LeasedRow>`
    with wanted as (
      select * from unnest(
        ${wanted.map(({ route }) => route.tenantId)}::uuid[],
        ${wanted.map(({ route }) => route.bizType)}::text[],
        ${wanted.map(({ route }) => route.bizTypeVersion)}::text[],
        ${wanted.map(({ limit }) => limit)}::integer[]
      ) as wanted (tenant_id, biz_type, biz_type_version, quota)
    ), due as materialized (
      select lane.* from wanted cross join lateral (
        select tenant_id, instance_id, due_at from delivery_lanes as lane
        where lane.tenant_id = wanted.tenant_id and lane.biz_type = wanted.biz_type
          and lane.biz_type_version = wanted.biz_type_version and lane.due_at <= now()
        order by lane.due_at limit wanted.quota
        for update skip locked
      ) as lane
    ), leased as (
      update delivery_lanes as lane
      set lease_id = ${lease.id}, due_at = now() + ${lease.ms} * interval '1 millisecond'
      from due where lane.tenant_id = due.tenant_id and lane.instance_id = due.instance_id
      returning lane.*, now() - due.due_at as waited
    )
    select lane.tenant_id as "tenantId", lane.instance_id as "instanceId",
      lane.biz_type as "bizType", lane.biz_type_version as "bizTypeVersion",
      lane.next_sequence as "nextSequence", lane.acknowledged_sequence as "acknowledgedSequence",
      lane.attempts,
      coalesce(extract(epoch from now() - lane.failing_since) * 1000, 0)::float8 as "failingForMs",
      extract(epoch from lane.waited)::float8 as "waitedSeconds",
      event.event_id as "eventId", event.sequence, event.type, event.body, event.traceparent
    from leased as lane cross join lateral (
      select event.event_id, event.sequence, event.type, event.body, event.traceparent
      from delivery_events as event
      where event.tenant_id = lane.tenant_id and event.instance_id = lane.instance_id
        and event.sequence >= lane.next_sequence
      order by event.sequence limit ${lease.eventsPerLane}
    ) as event
    order by lane.tenant_id, lane.instance_id, event.sequence`.execute(db)
  return groupByLane(rows, wanted, lease.id)
}

function groupByLane(
  rows: readonly LeasedRow[],
  wanted: readonly Wanted[],
  leaseId: string,
): LeasedLane[] {
  const routeKey = (of: { tenantId: string; bizType: string; bizTypeVersion: string }) =>
    JSON.stringify([of.tenantId, of.bizType, of.bizTypeVersion])
  const routes = new Map(wanted.map(({ route }) => [routeKey(route), route]))
  const lanes = new Map<string, LeasedLane & { events: LaneEvent[] }>()
  for (const row of rows) {
    const { eventId, sequence, type, body, traceparent, bizType, bizTypeVersion, ...progress } = row
    const route = routes.get(routeKey({ tenantId: row.tenantId, bizType, bizTypeVersion }))
    if (route === undefined) continue
    const key = `${row.tenantId}/${row.instanceId}`
    const lane = lanes.get(key) ?? { ...progress, leaseId, route, events: [] }
    lane.events.push({ eventId, sequence, type, body, traceparent })
    lanes.set(key, lane)
  }
  return [...lanes.values()]
}
