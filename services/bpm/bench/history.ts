import { performance } from 'node:perf_hooks'
import { migrate } from '@countersign/service-kit/migrate'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database, Tx } from '../src/db/schema.ts'
import {
  leaseLanes,
  listReadyRoutes,
  type LeasedLane,
} from '../src/features/deliveries/dispatch/lease-queries.ts'
import { recordResults } from '../src/features/deliveries/dispatch/result-queries.ts'
import { EVENT_RETENTION_DAYS } from '../src/core/delivery.ts'
import { pruneEvents } from '../src/features/deliveries/prune.ts'
import { migrations } from '../src/migrations.ts'
import { enqueueEvents } from '../src/outbox/enqueue.ts'
import { addInstances } from '../src/outbox/rows.testing.ts'
import { addEndpoints, openLanes } from './contenders/lanes.ts'
import type { Bench } from './drain.ts'
import { addDelivered, instanceIds } from './history-rows.ts'
import { routeOf, TENANT_ID } from './workload.ts'

/** What something costs: the database's pages that it touches, and the time of the fastest tenth. */
export interface Price {
  readonly pages: number
  readonly micros: number
}

/** Beside some number of delivered events, and how fast those go. */
export interface HistoryCost {
  readonly delivered: number
  readonly sizeGiB: number
  /** Asking whether anything is due when nothing is. */
  readonly emptyLook: Price
  /** Writing an event of a new instance, in the transaction that makes it. */
  readonly enqueue: Price
  /** Taking sixteen lanes with their events. */
  readonly claim: Price
  /** Recording sixteen deliveries. */
  readonly record: Price
  readonly prunedPerSecond: number
}

const EVENTS_PER_LANE = 10
const LANES_PER_CLAIM = 16
const CLAIMS = 100
const LANES_TO_PRUNE = 4_000

/** What delivering costs beside more and more events that were delivered and not yet forgotten. */
export async function measureHistory(
  bench: Bench,
  sizes: readonly number[],
): Promise<HistoryCost[]> {
  const url = await bench.makeDatabase()
  await migrate({ url, directory: migrations })
  await addEndpoints(url, 'http://127.0.0.1:1', 1)
  const db = openLanes(url)
  const costs: HistoryCost[] = []
  let lanes = 0
  for (const size of sizes) {
    const wanted = Math.round(size / EVENTS_PER_LANE)
    await addDelivered(db, { from: lanes, to: wanted, eventsPerLane: EVENTS_PER_LANE })
    lanes = wanted
    const cost = await measure(db, size)
    console.log(JSON.stringify(cost))
    costs.push(cost)
  }
  await db.destroy()
  await bench.dropDatabase(url)
  return costs
}

async function measure(db: Database, delivered: number): Promise<HistoryCost> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('delivery_events') + pg_total_relation_size('delivery_lanes')
      + pg_total_relation_size('delivery_attempts') as bytes`.execute(db)
  const emptyLook = await measureAlone(db, CLAIMS, (tx) => listReadyRoutes(tx))
  const enqueue = await measureAlone(db, CLAIMS * LANES_PER_CLAIM * 2, enqueueOne)
  let lanes: LeasedLane[] = []
  const claim = await measureAlone(db, CLAIMS, async (tx) => {
    lanes = [...lanes, ...(await claimSome(tx))]
  })
  const record = await measureAlone(db, CLAIMS, (tx) =>
    recordSome(tx, lanes.splice(0, LANES_PER_CLAIM)),
  )
  return {
    delivered,
    sizeGiB: (rows[0]?.bytes ?? 0) / 2 ** 30,
    emptyLook,
    enqueue,
    claim,
    record,
    prunedPerSecond: await measurePruning(db),
  }
}

async function enqueueOne(tx: Tx): Promise<void> {
  const place = { tenantId: TENANT_ID, bizType: 'bench-0', bizTypeVersion: '1', bizId: 'E-1' }
  const instance = { ...place, id: uuidv7(), status: 'RUNNING' as const, round: 1 }
  await enqueueEvents(tx, instance, [{ type: 'instance.started', occurredAt: new Date() }])
}

async function claimSome(tx: Tx): Promise<LeasedLane[]> {
  const wanted = [{ route: routeOf('http://127.0.0.1:1', 0), limit: LANES_PER_CLAIM }]
  const lanes = await leaseLanes(tx, wanted, { id: uuidv7(), ms: 3_600_000, eventsPerLane: 20 })
  if (lanes.length < LANES_PER_CLAIM) throw new Error('too few lanes were due')
  return lanes
}

async function recordSome(tx: Tx, lanes: readonly LeasedLane[]): Promise<void> {
  const recorded = await recordResults(
    tx,
    lanes.map((lane) => ({
      lane,
      progress: { nextSequence: 2, acknowledgedSequence: 1, attempts: 0, failingForMs: 0 },
      advanced: true,
      blocked: false,
      delayMs: 0,
      attempts: lane.events.map(({ eventId }) => ({
        id: uuidv7(),
        tenantId: TENANT_ID,
        eventId,
        attemptedAt: new Date(),
        durationMs: 3,
        outcome: 'delivered' as const,
        httpStatus: 204,
        responseExcerpt: '',
      })),
    })),
  )
  if (recorded.length < LANES_PER_CLAIM) throw new Error('a lease was lost')
}

/** The oldest lanes go, as their time comes: events a second, with every commit. */
async function measurePruning(db: Database): Promise<number> {
  const due = await instanceIds(db, LANES_TO_PRUNE)
  await db.transaction().execute(async (tx) => {
    await addInstances(tx, { tenantId: TENANT_ID, bizType: 'bench-0' }, due)
    await sql`update process_instances set status = 'APPROVED', ended_at = now()
      where tenant_id = ${TENANT_ID} and ended_at is null`.execute(tx)
    await sql`update delivery_lanes set prune_at = now()
      where tenant_id = ${TENANT_ID} and instance_id = any(${due}::uuid[])`.execute(tx)
  })
  const startedAt = performance.now()
  const before = new Date(Date.now() - EVENT_RETENTION_DAYS * 86_400_000)
  let pruned = 0
  for (let count = 1; count > 0; pruned += count) {
    const removed = await pruneEvents(db, before)
    count = removed.reduce((sum, { rows }) => sum + rows, 0)
  }
  const seconds = (performance.now() - startedAt) / 1000
  if (pruned < LANES_TO_PRUNE * EVENTS_PER_LANE) throw new Error('too few lanes were pruned')
  return Math.round(pruned / seconds)
}

/**
 * Repeats something in one transaction: what a commit costs is the disk's affair, and the same beside
 * any number. The foreign keys of approvals that do not exist are left out.
 */
async function measureAlone(
  db: Database,
  times: number,
  run: (tx: Tx) => Promise<unknown>,
): Promise<Price> {
  const before = await countPages(db)
  const took = await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const each: number[] = []
    for (let count = 0; count < times; count++) {
      const startedAt = performance.now()
      await run(tx)
      each.push(performance.now() - startedAt)
    }
    await sql`select pg_stat_force_next_flush()`.execute(tx)
    return each
  })
  const fast = took.toSorted((a, b) => a - b)[Math.floor(times / 10)] ?? 0
  const pages = ((await countPages(db)) - before) / times
  return { pages: Math.round(pages * 10) / 10, micros: Math.round(fast * 1000) }
}

/** Pages of the tables of delivery and of their indexes that were touched so far, cached or not. */
async function countPages(db: Database): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::float8
      as pages
    from pg_statio_user_tables where relname like 'delivery%'`.execute(db)
  return rows[0]?.pages ?? 0
}
