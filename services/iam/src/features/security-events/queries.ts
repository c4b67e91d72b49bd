import { sql } from 'kysely'
import { accessTokenSeconds } from '../../core/signing-keys.ts'
import type { Db } from '../../db/types.ts'
import type { SecurityEvent } from './set.ts'

/** Events are kept until no token from before them is good, with time for receivers to come back. */
const retentionSeconds = accessTokenSeconds + 300
/** Streams of one client that are kept; one that goes begins again when it is polled. */
const maxStreams = 200

/**
 * Numbers what was committed. Numbers are drawn one process at a time and after the commit, so who
 * has read up to a number misses nothing below it. Answers the number of the latest event; 0 when there is none.
 *
 * Kept by: services/iam/src/features/security-events/order.test.ts "no event is skipped by who reads while others write"
 */
export async function publishEvents(db: Db): Promise<number> {
  // Another process may have numbered a row since this statement's snapshot: PostgreSQL looks at
  // the condition again when it has the row.
  const { rows } = await sql<{ last: number }>`
    with turn as materialized (select pg_try_advisory_xact_lock(8936, 1) as mine),
    numbered as (
      update security_events set position = nextval('security_events_position_seq'), published_at = clock_timestamp()
      where position is null and (select mine from turn)
      returning position
    )
    select coalesce(greatest((select max(position) from security_events), (select max(position) from numbered)), 0) as last`.execute(
    db,
  )
  return rows[0]?.last ?? 0
}

export interface Receiver {
  readonly clientId: string
  readonly streamId: string
}

interface Stream {
  readonly ackedUntil: number
  readonly acked: readonly number[]
}

/**
 * Finds or begins the stream of a receiver and takes what it acknowledges; undefined when the client
 * is not active. Twice the same, or two at once, is the same as once: what is acknowledged only grows.
 */
export async function takeAcknowledged(
  db: Db,
  { clientId, streamId }: Receiver,
  positions: readonly number[],
): Promise<Stream | undefined> {
  const { rows } = await sql<Stream>`
    insert into security_event_streams as s (client_id, id, acked)
    select client_id, ${streamId}::uuid, ${positions}::bigint[] from clients
    where client_id = ${clientId} and status = 'active'
    on conflict (client_id, id) do update
    set polled_at = now(),
        acked = array(
          select distinct position from unnest(s.acked || excluded.acked) position
          where position > s.acked_until order by position)
    returning acked_until as "ackedUntil", acked`.execute(db)
  return rows[0]
}

/**
 * Events of a receiver that it has not acknowledged, the oldest first: those of its tenants, and of
 * clients of the platform; of every tenant for a client that serves all.
 */
export async function listUnacknowledged(
  db: Db,
  clientId: string,
  { ackedUntil, acked }: Stream,
  limit: number,
): Promise<SecurityEvent[]> {
  const { rows } = await sql<SecurityEvent>`
    with receiver as (
      select all_tenants, array(
        select ct.tenant_id from client_tenants ct where ct.client_id = c.id
        union select c.tenant_id where c.tenant_id is not null) as tenants
      from clients c where c.client_id = ${clientId}
    )
    select e.position, e.kind, e.tenant_id as "tenantId", e.subject, e.reason,
           e.expires_at as "expiresAt", e.occurred_at as "occurredAt", e.published_at as "publishedAt"
    from security_events e, receiver r
    where (r.all_tenants or e.tenant_id = any (r.tenants) or e.tenant_id is null and e.kind = 'client')
      and e.position > ${ackedUntil} and e.position <> all (${acked}::bigint[])
    order by e.position limit ${limit}`.execute(db)
  return rows
}

/** Everything before the first unacknowledged event is done with. */
export async function moveOn(
  db: Db,
  { clientId, streamId }: Receiver,
  until: number,
): Promise<void> {
  await sql`
    update security_event_streams
    set acked_until = ${until}, acked = array(select position from unnest(acked) position where position > ${until})
    where client_id = ${clientId} and id = ${streamId} and acked_until < ${until}`.execute(db)
}

/** Forgets events and streams whose time is over; a round of a poll loop. */
export async function deleteOldSecurityEvents(db: Db): Promise<number> {
  const limit = 1_000
  const { numAffectedRows } = await sql`
    delete from security_events where ctid in (
      select ctid from security_events
      where occurred_at < now() - ${retentionSeconds} * interval '1 second' limit ${limit})`.execute(
    db,
  )
  await sql`
    delete from security_event_streams s using (
      select client_id, id, polled_at,
             row_number() over (partition by client_id order by polled_at desc) as place
      from security_event_streams) ranked
    where ranked.client_id = s.client_id and ranked.id = s.id
      and (ranked.place > ${maxStreams} or s.polled_at < now() - ${retentionSeconds} * interval '1 second')`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n) === limit ? 1 : 0
}
