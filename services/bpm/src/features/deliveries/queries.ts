import { sql } from 'kysely'
import type { DeliveryStatus } from '../../core/delivery.ts'
import type { Db } from '../../db/schema.ts'

/** Whose deliveries: all of a tenant, or those of the business types that one client owns. */
export interface DeliveryScope {
  readonly tenantId: string
  readonly ownerClientId?: string
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus
  readonly instanceId?: string
  readonly bizType?: string
  readonly beforeEventId?: string | undefined
  readonly eventId?: string
  readonly limit: number
}

export interface AttemptFound {
  readonly attemptedAt: Date
  readonly durationMs: number
  readonly outcome: string
  readonly httpStatus: number | null
  readonly responseExcerpt: string | null
}

interface DeliveryFound {
  readonly eventId: string
  readonly sequence: number
  readonly type: string
  readonly instanceId: string
  readonly bizType: string
  readonly bizTypeVersion: string
  readonly status: DeliveryStatus
  readonly failedAttempts: number
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
}

// The state of an event is where it lies in its lane: delivering one writes nothing to its row.
const deliveryColumns = sql`
  event.event_id as "eventId", event.sequence, event.type, event.instance_id as "instanceId",
  lane.biz_type as "bizType", lane.biz_type_version as "bizTypeVersion",
  event.created_at as "createdAt",
  case
    when event.sequence < lane.next_sequence then 'DELIVERED'
    when event.sequence = lane.next_sequence and lane.blocked_at is not null then 'BLOCKED'
    else 'PENDING'
  end as status,
  case when event.sequence = lane.next_sequence then lane.attempts else 0 end as "failedAttempts",
  case when event.sequence = lane.next_sequence and lane.lease_id is null then lane.due_at end
    as "nextAttemptAt"`

const attemptColumns = sql`
  attempt.attempted_at as "attemptedAt", attempt.duration_ms as "durationMs", attempt.outcome,
  attempt.http_status as "httpStatus", attempt.response_excerpt as "responseExcerpt"`

/** @param events Where they are taken from: the table, or a part of it. */
export const ownedEvents = (
  { tenantId, ownerClientId }: DeliveryScope,
  events = sql`delivery_events`,
) => sql`
  ${events} as event
  join delivery_lanes as lane
    on lane.tenant_id = event.tenant_id and lane.instance_id = event.instance_id
  join biz_types as biz_type
    on biz_type.tenant_id = lane.tenant_id and biz_type.code = lane.biz_type
  where event.tenant_id = ${tenantId}
    ${ownerClientId === undefined ? sql`` : sql`and biz_type.owner_client_id = ${ownerClientId}`}`

function statusCondition(status: DeliveryFilter['status']) {
  switch (status) {
    case undefined:
      return sql``
    case 'DELIVERED':
      return sql`and event.sequence < lane.next_sequence`
    case 'BLOCKED':
      return sql`and lane.blocked_at is not null and event.sequence = lane.next_sequence`
    case 'PENDING':
      return sql`and (
        (lane.due_at is not null and event.sequence >= lane.next_sequence)
        or (lane.blocked_at is not null and event.sequence > lane.next_sequence))`
  }
}

/** Newest first: event ids are UUIDv7, so they sort by time. */
export async function listDeliveries(db: Db, scope: DeliveryScope, filter: DeliveryFilter) {
  const { instanceId, bizType, beforeEventId } = filter
  const { rows } = await sql<
    DeliveryFound & { readonly [K in keyof AttemptFound]: AttemptFound[K] | null }
  >`
    select ${deliveryColumns}, ${attemptColumns}
    from (
      select event.tenant_id, event.event_id from ${ownedEvents(scope)}
        ${statusCondition(filter.status)}
        ${instanceId === undefined ? sql`` : sql`and event.instance_id = ${instanceId}`}
        ${bizType === undefined ? sql`` : sql`and lane.biz_type = ${bizType}`}
        ${beforeEventId === undefined ? sql`` : sql`and event.event_id < ${beforeEventId}`}
      order by event.event_id desc limit ${filter.limit}
    ) as page
    join delivery_events as event
      on event.tenant_id = page.tenant_id and event.event_id = page.event_id
    join delivery_lanes as lane
      on lane.tenant_id = event.tenant_id and lane.instance_id = event.instance_id
    left join lateral (
      -- That it was given up is what the status says; why, the attempt before does.
      select * from delivery_attempts as attempt
      where attempt.tenant_id = event.tenant_id and attempt.event_id = event.event_id
        and attempt.outcome <> 'blocked'
      order by attempt.id desc limit 1
    ) as attempt on true
    order by event.event_id desc`.execute(db)
  return rows
}

export async function findDelivery(db: Db, scope: DeliveryScope, eventId: string) {
  const { rows } = await sql<DeliveryFound & { body: string }>`
    select ${deliveryColumns}, event.body
    from ${ownedEvents(scope)} and event.event_id = ${eventId}`.execute(db)
  return rows[0]
}

export async function listAttempts(db: Db, tenantId: string, eventId: string, limit: number) {
  const { rows } = await sql<AttemptFound>`
    select ${attemptColumns} from delivery_attempts as attempt
    where attempt.tenant_id = ${tenantId} and attempt.event_id = ${eventId}
    order by attempt.id desc limit ${limit}`.execute(db)
  return rows
}

/** The lane of an instance, when it belongs to a client: how far it goes, and whether it is pruned. */
export async function findOwnedLane(
  db: Db,
  tenantId: string,
  ownerClientId: string,
  instanceId: string,
) {
  const { rows } = await sql<{ lastSequence: number; prunedAt: Date | null }>`
    select lane.last_sequence as "lastSequence", lane.pruned_at as "prunedAt"
    from delivery_lanes as lane
    join biz_types as biz_type
      on biz_type.tenant_id = lane.tenant_id and biz_type.code = lane.biz_type
    where lane.tenant_id = ${tenantId} and lane.instance_id = ${instanceId}
      and biz_type.owner_client_id = ${ownerClientId}`.execute(db)
  return rows[0]
}

export async function listEvents(
  db: Db,
  tenantId: string,
  instanceId: string,
  after: { readonly sequence: number; readonly limit: number },
) {
  const { rows } = await sql<{ sequence: number; body: string }>`
    select sequence, body from delivery_events
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and sequence > ${after.sequence}
    order by sequence limit ${after.limit}`.execute(db)
  return rows
}
