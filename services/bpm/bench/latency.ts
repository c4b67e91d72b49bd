import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '@countersign/service-kit/migrate'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../src/db/schema.ts'
import { migrations } from '../src/migrations.ts'
import { enqueueEvents } from '../src/outbox/enqueue.ts'
import { ask, endChild, startChild } from './children.ts'
import { addEndpoints, openLanes } from './contenders/lanes.ts'
import type { Bench } from './drain.ts'
import type { Tally } from './receiver.ts'
import { TENANT_ID, type WorkerSettings } from './workload.ts'

/** Milliseconds from the commit to the receipt. */
export interface Latency {
  readonly events: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

const EVENTS = 300
const PAUSE_MS = 60

/** A few events a second, each of an instance of its own, and one worker. */
export async function measureLatency(bench: Bench): Promise<Latency> {
  const databaseUrl = await bench.makeDatabase()
  await migrate({ url: databaseUrl, directory: migrations })
  await addEndpoints(databaseUrl, bench.origin, 1)
  await ask(bench.receiver, { ask: 'reset', trouble: 'none', timed: true })
  const workload = { instances: EVENTS, eventsPerInstance: 1, endpoints: 1 }
  const settings: WorkerSettings = {
    contender: 'lanes',
    databaseUrl,
    origin: bench.origin,
    workload,
    index: 0,
    workers: 1,
  }
  const { child } = await startChild('worker.ts', JSON.stringify(settings))
  const db = openLanes(databaseUrl)
  child.send('go')
  const committed = new Map<string, number>()
  // The first ones find connections and code cold.
  for (let count = -20; count < EVENTS; count++) {
    const [eventId, at] = await commitOne(db)
    if (count >= 0) committed.set(eventId, at)
    await wait(PAUSE_MS * (0.5 + Math.random()))
  }
  await wait(500)
  const { receipts } = await ask<Tally>(bench.receiver, { ask: 'tally' })
  await endChild(child)
  await db.destroy()
  await bench.dropDatabase(databaseUrl)
  return summarize(receipts, committed)
}

/** The id of the event and when its commit was asked for. */
async function commitOne(db: Database): Promise<readonly [string, number]> {
  const id = uuidv7()
  const place = { id, tenantId: TENANT_ID, bizType: 'bench-0', bizTypeVersion: '1', bizId: 'E-1' }
  const instance = { ...place, status: 'RUNNING' as const, round: 1 }
  return db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await enqueueEvents(tx, instance, [{ type: 'instance.started', occurredAt: new Date() }])
    const { rows } = await sql<{ eventId: string }>`
      select event_id as "eventId" from delivery_events where instance_id = ${id}`.execute(tx)
    return [rows[0]?.eventId ?? '', Date.now()]
  })
}

function summarize(receipts: Tally['receipts'], committed: ReadonlyMap<string, number>): Latency {
  const times = receipts
    .flatMap(([eventId, at]) => {
      const from = committed.get(eventId)
      return from === undefined ? [] : [at - from]
    })
    .toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
  return { events: times.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
}
