import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { inTransaction } from '@countersign/service-kit/transaction'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Schema } from '../../db/schema.ts'
import { enqueueEvents } from './enqueue.ts'
import { claimLanes, listReadyRoutes, type ClaimedLane } from './lane-queries.ts'
import { recordResults, type LaneResult } from './result-queries.ts'
import { pruneLanes } from './retention-queries.ts'
import { redeliver, redeliverMany } from './redeliver.ts'
import { addBizType, addInstance, endInstance, migrations } from './testing.ts'

let db: Database
let tenantId: string
let instanceId: string

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  db = createDatabase<Schema>({ url, poolSize: 5, applicationName: 'test', log })
})
afterAll(() => db.destroy())
beforeEach(async () => {
  await sql`update delivery_lanes set due_at = null, lease_id = null, blocked_at = now()
    where due_at is not null`.execute(db)
  tenantId = uuidv7()
  instanceId = uuidv7()
  await addBizType(db, { tenantId, code: 'expense', origin: 'http://app.test' })
  await addInstance(db, { id: instanceId, tenantId, bizType: 'expense' })
  await enqueue(2)
})

async function enqueue(count: number): Promise<void> {
  const instance = { id: instanceId, tenantId, bizType: 'expense', bizTypeVersion: '1', bizId: 'E' }
  const event = { type: 'instance.started' as const, occurredAt: new Date() }
  const events = Array.from({ length: count }, () => event)
  await inTransaction(db, (tx) =>
    enqueueEvents(tx, { ...instance, status: 'RUNNING', round: 1 }, events),
  )
}

async function claim(): Promise<ClaimedLane | undefined> {
  const wanted = (await listReadyRoutes(db)).map((route) => ({ route, limit: 1 }))
  const lease = { id: uuidv7(), ms: 15_000, eventsPerLane: 20 }
  const [lane] = await claimLanes(db, wanted, lease)
  return lane
}

/** Gives a lane back with everything sent that it has. */
const allDelivered = (lane: ClaimedLane, over: Partial<LaneResult> = {}): LaneResult => ({
  lane,
  progress: { nextSequence: 3, acknowledgedSequence: 2, attempts: 0, failingForMs: 0 },
  ...{ advanced: true, blocked: false, delayMs: 0, attempts: [] },
  ...over,
})

async function claimed(): Promise<ClaimedLane> {
  const lane = await claim()
  if (lane === undefined) throw new Error('nothing is due')
  return lane
}

const again = () => redeliverMany({ db }, { tenantId }, { instanceId }, undefined)

async function laneNow() {
  const { rows } = await sql<{
    next_sequence: number
    attempts: number
    failing_since: Date | null
    due_at: Date | null
  }>`select next_sequence, attempts, failing_since, due_at from delivery_lanes
    where instance_id = ${instanceId}`.execute(db)
  return rows[0]
}

describe('a lane that was sent again', () => {
  it('[BPM-20] forgets its failures once everything is acknowledged', async () => {
    await recordResults(db, [allDelivered(await claimed())])
    await again()
    // Back to the first event; one attempt failed, and then all arrived that had arrived before.
    const lane = await claimed()
    const progress = { nextSequence: 3, acknowledgedSequence: 2, attempts: 1, failingForMs: 0 }
    await recordResults(db, [allDelivered(lane, { progress, advanced: false })])

    // Else the first failure after three quiet days would block the instance.
    expect(await laneNow()).toMatchObject({ attempts: 0, failing_since: null, due_at: null })
  })

  it('[BPM-19] is taken by nobody while another process may still send its events', async () => {
    const held = await claimed()

    await again()
    await again()

    expect(await claim()).toBeUndefined()
    // What the holder did is for an order that no longer stands.
    expect(await recordResults(db, [allDelivered(held)])).toEqual([])
    await sql`update delivery_lanes set due_at = due_at - interval '15 seconds'
      where instance_id = ${instanceId}`.execute(db)
    expect(await claim()).toMatchObject({ instanceId, nextSequence: 1 })
  })
})

describe('sending again what is pruned at the same moment', () => {
  const firstEvent = async () => {
    const { rows } = await sql<{ event_id: string }>`select event_id from delivery_events
      where instance_id = ${instanceId} and sequence = 1`.execute(db)
    return rows[0]?.event_id ?? ''
  }
  const isWaitingForLock = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]?.count
  }

  it.each([
    ['an event', async (eventId: string) => redeliver({ db }, { tenantId }, eventId, undefined)],
    ['an instance', again],
  ])('finds nothing of %s any more, and leaves no lane without events due', async (_what, send) => {
    await recordResults(db, [allDelivered(await claimed())])
    await endInstance(db, instanceId)
    await sql`update delivery_lanes set prune_at = now() where instance_id = ${instanceId}`.execute(
      db,
    )
    const eventId = await firstEvent()

    const sent = await inTransaction(db, async (tx) => {
      expect(await pruneLanes(tx, 10)).toBe(1)
      const underWay = send(eventId).catch((error: unknown) => error)
      await expect.poll(isWaitingForLock).toBe(1)
      return { underWay }
    })

    expect(await sent.underWay).toMatchObject({ code: 'bpm.not_found' })
    expect(await laneNow()).toMatchObject({ next_sequence: 3, due_at: null })
  })
})
