import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../src/db/schema.ts'
import { leaseLanes, listReadyRoutes } from '../src/features/deliveries/dispatch/lease-queries.ts'
import { addEndpoints, openLanes } from './contenders/lanes.ts'
import type { Bench } from './drain.ts'
import { migrate } from '@countersign/service-kit/migrate'
import { migrations } from '../src/migrations.ts'
import { TENANT_ID } from './workload.ts'

/** Medians in microseconds, as the dispatcher sees them: with the way to the server and back. */
export interface ClaimCost {
  readonly lanes: number
  readonly roundTrip: number
  /** Asking whether anything is due when nothing is. */
  readonly emptyLook: number
  /** Taking sixteen lanes with their events. */
  readonly claim: number
}

const ENDPOINTS = 20
const LANES_PER_CLAIM = 16
const CLAIMS = 100

/** What finding work costs beside more and more lanes: half wait for a later time, half are done. */
export async function measureClaims(bench: Bench, most: number): Promise<ClaimCost[]> {
  const url = await bench.makeDatabase()
  await migrate({ url, directory: migrations })
  await addEndpoints(url, 'http://127.0.0.1:1', ENDPOINTS)
  const db = openLanes(url)
  const costs: ClaimCost[] = []
  let lanes = 0
  for (const size of [most / 100, most / 10, most]) {
    await addLanes(db, lanes, size)
    lanes = size
    const cost = await measure(db, lanes)
    console.log(
      `${lanes} lanes: empty look ${cost.emptyLook} µs, claim of ${LANES_PER_CLAIM} ${cost.claim} µs`,
    )
    costs.push(cost)
  }
  await db.destroy()
  await bench.dropDatabase(url)
  return costs
}

async function measure(db: Database, lanes: number): Promise<ClaimCost> {
  // With a parameter, so that it is a prepared statement as the others are.
  const roundTrip = await median(() => sql`select ${1}::integer`.execute(db))
  const emptyLook = await median(() => listReadyRoutes(db))
  await makeDue(db, CLAIMS * LANES_PER_CLAIM)
  const routes = await listReadyRoutes(db)
  const wanted = routes.slice(0, LANES_PER_CLAIM).map((route) => ({ route, limit: 1 }))
  // In one transaction: what a commit costs is the disk's affair, and the same beside any number.
  const claim = await db
    .transaction()
    .execute((tx) =>
      median(() => leaseLanes(tx, wanted, { id: uuidv7(), ms: 86_400_000, eventsPerLane: 20 })),
    )
  // As if delivered, so that the next size finds none of them due.
  await sql`update delivery_lanes set due_at = null, lease_id = null, next_sequence = 2,
    acknowledged_sequence = 1 where lease_id is not null or due_at <= now()`.execute(db)
  return { lanes, roundTrip, emptyLook, claim }
}

async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < CLAIMS; count++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return Math.round((times.toSorted((a, b) => a - b)[CLAIMS / 2] ?? 0) * 1000)
}

async function addLanes(db: Database, from: number, to: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into delivery_lanes (tenant_id, instance_id, biz_type, biz_type_version, last_sequence,
        next_sequence, acknowledged_sequence, due_at)
      select ${TENANT_ID}, md5(number::text)::uuid, 'bench-' || number % ${ENDPOINTS}, '1', 1,
        1 + number / ${ENDPOINTS} % 2, number / ${ENDPOINTS} % 2,
        case when number / ${ENDPOINTS} % 2 = 0
          then now() + interval '1 day' + number * interval '1 millisecond' end
      from generate_series(${from}::integer, ${to - 1}::integer) as number`.execute(tx)
  })
  await sql`vacuum analyze delivery_lanes`.execute(db)
}

async function makeDue(db: Database, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with due as (
        update delivery_lanes set due_at = now() where (tenant_id, instance_id) in (
          select tenant_id, instance_id from delivery_lanes
          where due_at is not null order by instance_id limit ${count})
        returning tenant_id, instance_id
      )
      insert into delivery_events (tenant_id, instance_id, sequence, event_id, type, body)
      select tenant_id, instance_id, 1, gen_random_uuid(), 'instance.started', repeat('x', 480)
      from due on conflict do nothing`.execute(tx)
  })
}
