import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { inTransaction } from '@countersign/service-kit/transaction'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database, Schema } from '../../db/schema.ts'
import { migrations } from '../../migrations.ts'
import { enqueueEvents } from '../../outbox/enqueue.ts'
import { addBizType, addInstance, addInstances, endInstance } from '../../outbox/rows.testing.ts'
import { problems } from '../../problems.ts'
import { countBlocked } from '../../testing/blocked.testing.ts'
import { leaseLanes, listReadyRoutes, type LeasedLane } from './dispatch/lease-queries.ts'
import { recordResults, type LaneResult } from './dispatch/result-queries.ts'
import { redeliver, redeliverMany } from './redeliver.ts'
import { pruneEvents } from './prune.ts'

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

async function claim(): Promise<LeasedLane | undefined> {
  const wanted = (await listReadyRoutes(db)).map((route) => ({ route, limit: 1 }))
  const lease = { id: uuidv7(), ms: 15_000, eventsPerLane: 20 }
  const [lane] = await leaseLanes(db, wanted, lease)
  return lane
}

/** Gives a lane back with everything sent that it has. */
const allDelivered = (lane: LeasedLane, over: Partial<LaneResult> = {}): LaneResult => ({
  lane,
  progress: { nextSequence: 3, acknowledgedSequence: 2, attempts: 0, failingForMs: 0 },
  advanced: true,
  blocked: false,
  delayMs: 0,
  attempts: [],
  ...over,
})

/** The column rounds to the millisecond, perhaps to one that is to come: so it is asked again. */
const claimed = (): Promise<LeasedLane> =>
  vi.waitFor(
    async () => {
      const lane = await claim()
      if (lane === undefined) throw new Error('nothing is due')
      return lane
    },
    { timeout: 60_000, interval: 1 },
  )

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

  it.each([
    ['an event', async (eventId: string) => redeliver({ db }, { tenantId }, eventId, undefined)],
    ['an instance', again],
  ])('finds nothing of %s any more, and leaves no lane without events due', async (_what, send) => {
    await recordResults(db, [allDelivered(await claimed())])
    await endInstance(db, instanceId)
    await sql`update delivery_lanes set prune_at = now() - interval '1 second' where instance_id = ${instanceId}`.execute(
      db,
    )
    const eventId = await firstEvent()

    const sent = await inTransaction(db, async (tx) => {
      const before = new Date(Date.now() - 90 * 86_400_000)
      expect(await pruneEvents(tx, before)).toEqual([{ tenantId, rows: 2 }])
      const underWay = send(eventId).catch((error: unknown) => error)
      await expect.poll(() => countBlocked(db)).toBe(1)
      return { underWay }
    })

    expect(await sent.underWay).toMatchObject({ code: 'bpm.not_found' })
    expect(await laneNow()).toMatchObject({ next_sequence: 3, due_at: null })
  })
})

describe('sending again what went to an origin', () => {
  const count = 1_200
  const since = new Date(0).toISOString()
  const sendAgain = () =>
    redeliverMany({ db }, { tenantId }, { origin: 'http://app.test', since }, undefined)
  /** Everything was delivered, of many instances with two events each. */
  const enqueueMany = async () => {
    const ids = Array.from({ length: count }, () => uuidv7()).toSorted()
    await addInstances(db, { tenantId, bizType: 'expense' }, ids)
    await sql`insert into delivery_lanes (tenant_id, instance_id, biz_type, biz_type_version,
        last_sequence, next_sequence, acknowledged_sequence)
      select ${tenantId}, id, 'expense', '1', 2, 3, 2 from unnest(${ids}::uuid[]) as id`.execute(db)
    for (const sequence of [1, 2]) {
      const events = ids.map(() => uuidv7())
      await sql`insert into delivery_events
        (tenant_id, instance_id, sequence, event_id, type, body)
        select ${tenantId}, id, ${sequence}, event_id, 'instance.started', '{}'
        from unnest(${ids}::uuid[], ${events}::uuid[]) as of (id, event_id)`.execute(db)
    }
    return ids
  }
  const countDue = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from delivery_lanes
      where tenant_id = ${tenantId} and due_at is not null and next_sequence = 1`.execute(db)
    return rows[0]?.count
  }

  it('reaches each instance once, however many there are', async () => {
    await enqueueMany()

    // One more is the instance of every test.
    expect((await sendAgain()).body).toEqual({ instances: count + 1 })
    expect(await countDue()).toBe(count + 1)
  })

  it('holds no lane while it waits for another, for which an approval would wait in turn', async () => {
    const ids = await enqueueMany()
    const last = ids.at(-1) ?? ''

    const sent = await inTransaction(db, async (tx) => {
      await sql`select 1 from delivery_lanes where instance_id = ${last} for update`.execute(tx)
      const underWay = sendAgain()
      // The parts before the one that waits are there for everybody.
      await expect.poll(countDue).toBeGreaterThan(500)
      return { underWay }
    })

    expect((await sent.underWay).body).toEqual({ instances: count + 1 })
  })

  it('is done once for a key, and not at all for a key of something else', async () => {
    const key = (hash: string) => ({
      tenantId,
      caller: 'c',
      key: 'k',
      requestHash: Buffer.from(hash),
      conflict: () => problems.idempotency_conflict(),
    })
    const send = (hash: string) =>
      redeliverMany({ db }, { tenantId }, { origin: 'http://app.test', since }, key(hash))
    await recordResults(db, [allDelivered(await claimed())])

    expect(await send('one')).toMatchObject({ body: { instances: 1 }, replayed: false })
    await recordResults(db, [allDelivered(await claimed())])
    expect(await send('one')).toMatchObject({ body: { instances: 1 }, replayed: true })
    await expect(send('other')).rejects.toMatchObject({ code: 'bpm.idempotency_conflict' })
    expect(await laneNow()).toMatchObject({ next_sequence: 3, due_at: null })
  })
})
