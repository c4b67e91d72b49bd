import { sql } from 'kysely'
import type { Database } from '../src/db/schema.ts'
import { TENANT_ID } from './workload.ts'

// Their order is that of time, as that of UUIDv7 is.
const idOf = (number: string) =>
  sql.raw(
    `(substr(lpad(to_hex(${number}), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(${number}), 12, '0'), 9, 4) || '-7000-8000-000000000000')::uuid`,
  )

/** Lanes that one statement makes. */
const STEP = 200_000
/** One attempt in three is still in the log: it keeps thirty days of ninety. */
const ATTEMPTED = 3

/**
 * Adds lanes whose events were all delivered. Bodies are short: what an index sees is the same, and
 * a hundred million of them fit on a disk. The indexes of the events are built afterwards.
 */
export async function addDelivered(
  db: Database,
  { from, to, eventsPerLane }: { from: number; to: number; eventsPerLane: number },
): Promise<void> {
  await sql`alter table delivery_events drop constraint delivery_events_pkey,
    drop constraint delivery_events_one_per_id`.execute(db)
  await sql`alter table delivery_attempts drop constraint delivery_attempts_pkey`.execute(db)
  await sql`drop index delivery_attempts_by_time`.execute(db)
  for (let start = from; start < to; start += STEP) {
    const end = Math.min(to, start + STEP) - 1
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`set local synchronous_commit = off`.execute(tx)
      await sql`
        insert into delivery_lanes (tenant_id, instance_id, biz_type, biz_type_version,
          last_sequence, next_sequence, acknowledged_sequence, prune_at)
        select ${TENANT_ID}, ${idOf('number')}, 'bench-0', '1', ${eventsPerLane}::integer,
          ${eventsPerLane}::integer + 1, ${eventsPerLane}::integer,
          now() + interval '80 days' + number * interval '1 millisecond'
        from generate_series(${start}::bigint, ${end}::bigint) as number`.execute(tx)
      await sql`
        insert into delivery_events (tenant_id, instance_id, sequence, event_id, type, body)
        select ${TENANT_ID}, ${idOf('number')}, sequence,
          ${idOf(`number * ${eventsPerLane} + sequence`)}, 'task.created', 'as if it were a body'
        from generate_series(${start}::bigint, ${end}::bigint) as number,
          generate_series(1, ${eventsPerLane}::integer) as sequence`.execute(tx)
      await sql`
        insert into delivery_attempts (tenant_id, event_id, id, attempted_at, duration_ms, outcome,
          http_status)
        select ${TENANT_ID}, ${idOf('number')}, ${idOf('number')},
          now() - interval '20 days' + number * interval '1 millisecond', 3, 'delivered', 204
        from generate_series(${start}::bigint * ${eventsPerLane} + 1,
          (${end}::bigint + 1) * ${eventsPerLane}, ${ATTEMPTED}) as number`.execute(tx)
    })
  }
  await buildIndexes(db)
}

async function buildIndexes(db: Database): Promise<void> {
  await sql`set maintenance_work_mem = '1GB'`.execute(db)
  await sql`alter table delivery_events
    add constraint delivery_events_pkey primary key (tenant_id, instance_id, sequence),
    add constraint delivery_events_one_per_id unique (tenant_id, event_id)`.execute(db)
  await sql`alter table delivery_attempts
    add constraint delivery_attempts_pkey primary key (tenant_id, event_id, id)`.execute(db)
  await sql`create index delivery_attempts_by_time on delivery_attempts (attempted_at)`.execute(db)
  await sql`vacuum analyze delivery_lanes, delivery_events, delivery_attempts`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** The oldest instances that still have their events. */
export async function instanceIds(db: Database, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select instance_id as id from delivery_lanes
    where prune_at is not null order by prune_at limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}
