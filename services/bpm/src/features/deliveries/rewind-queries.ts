// Lanes go back to an event, so that it and what follows it are sent again under the same ids.
//
// Kept by: services/bpm/src/features/deliveries/rewind.test.ts "is taken by nobody while another process may still send its events"
// Kept by: services/bpm/src/features/deliveries/rewind.test.ts "reaches each instance once, however many there are"
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { ownedEvents, type DeliveryScope } from './queries.ts'

// Failures are forgotten and a block is lifted: somebody has looked at it. A lane that is held gets a
// lease that nobody has, and is due when it ends: until then its former holder may still send, and two
// at once would mix the order.
const dueAgain = sql`
  due_at = case when lease_id is null then now() else due_at end,
  lease_id = case when lease_id is not null then gen_random_uuid() end,
  attempts = 0, failing_since = null, blocked_at = null, prune_at = null`

// Asked of the row under its lock: the events may have gone since they were looked for.
const notPruned = sql`pruned_at is null`

/**
 * Goes back to an event, or ends the wait when it is the next one. Whoever holds the lane loses it:
 * their answer is for an order that no longer stands.
 */
export async function rewindLane(
  db: Db,
  tenantId: string,
  event: { readonly instanceId: string; readonly sequence: number },
): Promise<void> {
  await sql`
    update delivery_lanes set
      next_sequence = least(next_sequence, ${event.sequence}), ${dueAgain}
    where tenant_id = ${tenantId} and instance_id = ${event.instanceId} and ${notPruned}`.execute(
    db,
  )
}

/** Goes back to the first event of an instance; answers how many instances that were, 0 or 1. */
export async function rewindInstance(
  db: Db,
  scope: DeliveryScope,
  instanceId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with first as (
      select event.tenant_id, event.instance_id, min(event.sequence) as sequence
      from ${ownedEvents(scope)} and event.instance_id = ${instanceId}
      group by event.tenant_id, event.instance_id
    )
    update delivery_lanes as lane set
      next_sequence = least(lane.next_sequence, first.sequence), ${dueAgain}
    from first
    where lane.tenant_id = first.tenant_id and lane.instance_id = first.instance_id
      and ${notPruned}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** A walk over the events of a tenant between two times, in the order of their ids. */
export interface EventWalk {
  readonly since: Date
  readonly until: Date
  /** Where the walk stands: the last event that was looked at. */
  readonly afterEventId: string
}

/** Begins a walk over the events from a time until now. */
export async function startWalk(db: Db, since: Date): Promise<EventWalk> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return { since, until: rows[0]?.now ?? since, afterEventId: firstIdAround(since) }
}

/**
 * Goes back, in each instance whose events go to an origin, to the first event of the walk; looks at so
 * many events and answers in how many instances that was, and where the next part begins: nowhere at
 * the end. An instance is met once, at its first event, however many parts it takes.
 */
export async function rewindPart(
  db: Db,
  scope: DeliveryScope,
  origin: string,
  walk: EventWalk,
  most: number,
): Promise<{ readonly instances: number; readonly next: EventWalk | undefined }> {
  const { since, until, afterEventId } = walk
  const { rows } = await sql<{ seen: number; last: string | null; instances: number }>`
    with part as materialized (
      select tenant_id, instance_id, sequence, event_id, created_at from delivery_events
      where tenant_id = ${scope.tenantId} and event_id > ${afterEventId}
        and event_id < ${firstIdAfter(until)}
      order by event_id limit ${most}
    ), first as (
      select event.tenant_id, event.instance_id, event.sequence
      from ${ownedEvents(scope, sql`part`)}
        and event.created_at between ${since} and ${until}
        and not exists (
          select 1 from delivery_events as earlier
          where earlier.tenant_id = event.tenant_id and earlier.instance_id = event.instance_id
            and earlier.sequence < event.sequence and earlier.created_at >= ${since})
        and exists (
          select 1 from biz_type_versions as version
          where version.tenant_id = lane.tenant_id and version.code = lane.biz_type
            and version.version = lane.biz_type_version and version.callback_origin = ${origin})
    ), rewound as (
      update delivery_lanes as lane set
        next_sequence = least(lane.next_sequence, first.sequence), ${dueAgain}
      from first
      where lane.tenant_id = first.tenant_id and lane.instance_id = first.instance_id
        and ${notPruned}
      returning 1
    )
    select (select count(*) from part) as seen, (select count(*) from rewound) as instances,
      (select event_id from part order by event_id desc limit 1) as last`.execute(db)
  const [{ seen, last, instances } = { seen: 0, last: null, instances: 0 }] = rows
  const isLast = last === null || seen < most
  return { instances, next: isLast ? undefined : { ...walk, afterEventId: last } }
}

const CLOCKS_DIFFER_BY_MS = 60_000

// Event ids are UUIDv7 and indexed, so the time also tells where to begin. They were made by the
// clock of a process, `created_at` by the database's.
function firstIdAround(time: Date): string {
  return idOf(Math.max(0, time.getTime() - CLOCKS_DIFFER_BY_MS))
}

const firstIdAfter = (time: Date): string => idOf(time.getTime() + CLOCKS_DIFFER_BY_MS)

function idOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
