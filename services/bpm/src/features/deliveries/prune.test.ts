import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import { createDatabase } from '@countersign/service-kit/db'
import { createApp, type App } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { inTransaction } from '@countersign/service-kit/transaction'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Schema } from '../../db/schema.ts'
import { migrations } from '../../migrations.ts'
import { enqueueEvents } from '../../outbox/enqueue.ts'
import { addBizType, addInstance, endInstance } from '../../outbox/rows.testing.ts'
import { problems } from '../../problems.ts'
import { recordResults } from './dispatch/result-queries.ts'
import { pruneAttempts, pruneEvents } from './prune.ts'
import { addDeliveriesRoutes } from './routes.ts'

const log = createLogger({ service: 'test', level: 'silent' })
let db: Database
let app: App
let issuer: TestIssuer
let tenantId: string

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  db = createDatabase<Schema>({ url, poolSize: 10, applicationName: 'test', log })
  issuer = await createTestIssuer()
  const verifier = createVerifier(issuer)
  app = await createApp({
    service: 'bpm',
    version: '0',
    log,
    verifier,
    problems,
    trustedProxies: [],
  })
  addDeliveriesRoutes(app, {
    db,
    log,
    now: () => new Date(),
    callbackOrigins: [],
    publicUrl: 'http://platform.test',
    sealer: createSealer(Buffer.alloc(32, 1).toString('base64url')),
    serviceTokens: { get: async () => 'token', invalidate: () => undefined },
  })
})
afterAll(async () => {
  await app.close()
  await issuer.close()
  await db.destroy()
})
beforeEach(async () => {
  tenantId = uuidv7()
  await addBizType(db, { tenantId, code: 'expense', origin: 'http://app.test' })
})

async function enqueue(id: string, count: number): Promise<void> {
  const instance = { id, tenantId, bizType: 'expense', bizTypeVersion: '1', bizId: 'E', round: 1 }
  const event = { type: 'instance.started' as const, occurredAt: new Date() }
  const events = Array.from({ length: count }, () => event)
  await inTransaction(db, (tx) => enqueueEvents(tx, { ...instance, status: 'RUNNING' }, events))
}

/** An instance with two events, of which the receiver acknowledged some. */
async function instanceWith(acknowledged: number, blocked = false): Promise<string> {
  const id = uuidv7()
  await addInstance(db, { id, tenantId, bizType: 'expense' })
  await enqueue(id, 2)
  const leaseId = uuidv7()
  await sql`update delivery_lanes set lease_id = ${leaseId} where instance_id = ${id}`.execute(db)
  const attempts = blocked ? 1 : 0
  const progress = { nextSequence: acknowledged + 1, acknowledgedSequence: acknowledged, attempts }
  const result = { lane: { tenantId, instanceId: id, leaseId }, advanced: true, blocked }
  const rest = { progress: { ...progress, failingForMs: 0 }, delayMs: 0, attempts: [] }
  await recordResults(db, [{ ...result, ...rest }])
  return id
}

// What ninety days do to a row, without waiting for them.
const letDaysPass = (days: number) =>
  sql`update delivery_lanes set prune_at = prune_at - ${days} * interval '1 day'`.execute(db)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const pruneSome = () => inTransaction(db, (tx) => pruneEvents(tx, daysAgo(90)))
async function pruneAll(): Promise<void> {
  while ((await pruneSome()).length > 0);
}

async function eventsOf(id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from delivery_events where instance_id = ${id}`.execute(db)
  return rows[0]?.count ?? -1
}

const read = (id: string, afterSequence: number) =>
  app.inject({
    url: `/internal/v1/bpm/process-instances/${id}/events?afterSequence=${afterSequence}`,
    headers: {
      authorization: `Bearer ${issuer.serviceToken({ clientId: 'expense-app', tenantId })}`,
    },
  })

describe('events', () => {
  it('stay for ninety days after the instance ended and all was acknowledged', async () => {
    const id = await instanceWith(2)
    await endInstance(db, id)

    await letDaysPass(89)
    await pruneAll()
    expect(await eventsOf(id)).toBe(2)

    await letDaysPass(1)
    await pruneAll()
    expect(await eventsOf(id)).toBe(0)
  })

  it.each([
    ['one of them waits to be delivered', 1, false],
    ['delivery was given up', 1, true],
  ])('[BPM-18] stay for ever while %s', async (_why, acknowledged, blocked) => {
    const id = await instanceWith(acknowledged, blocked)
    await endInstance(db, id)

    await letDaysPass(10_000)
    await pruneAll()

    expect(await eventsOf(id)).toBe(2)
  })

  it('[BPM-18] stay while the instance is open, and ninety days more', async () => {
    const id = await instanceWith(2)
    await letDaysPass(1_000)
    await pruneAll()
    await endInstance(db, id)
    await letDaysPass(89)
    await pruneAll()
    expect(await eventsOf(id)).toBe(2)

    await letDaysPass(1)
    await pruneAll()
    expect(await eventsOf(id)).toBe(0)
  })

  it('[BPM-18] stay when another is enqueued while they are about to go', async () => {
    const id = await instanceWith(2)
    await endInstance(db, id)
    await letDaysPass(90)

    await enqueue(id, 1)
    await pruneAll()

    expect(await eventsOf(id)).toBe(3)
  })

  it('are not answered with an empty page once they are gone', async () => {
    const id = await instanceWith(2)
    await endInstance(db, id)
    await letDaysPass(90)
    await pruneAll()

    const [missed, complete] = [await read(id, 1), await read(id, 2)]

    expect([missed.statusCode, missed.json()]).toEqual([
      410,
      expect.objectContaining({ code: 'bpm.events_pruned', lastSequence: 2 }),
    ])
    expect([complete.statusCode, complete.json()]).toEqual([200, { items: [], nextCursor: null }])
  })

  it('go once when several processes prune at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => instanceWith(2)))
    await Promise.all(ids.map((id) => endInstance(db, id)))
    await letDaysPass(90)

    const removed = (await Promise.all(Array.from({ length: 6 }, pruneSome))).flat()

    expect(removed.every((each) => each.tenantId === tenantId)).toBe(true)
    expect(removed.reduce((total, { rows }) => total + rows, 0)).toBe(60)
    expect(await Promise.all(ids.map(eventsOf))).toEqual(ids.map(() => 0))
  })
})

it('forgets attempts after thirty days, and reads no more of the log than it forgets', async () => {
  const days = Array.from({ length: 60 }, (_, index) => index)
  await sql`insert into delivery_attempts
    (tenant_id, event_id, id, attempted_at, duration_ms, outcome, http_status, response_excerpt)
    select ${tenantId}, gen_random_uuid(), gen_random_uuid(),
      now() - (day + 0.5) * interval '1 day', 1, 'delivered', 200, repeat('x', 200)
    from unnest(${days}::integer[]) as day cross join generate_series(1, 100)`.execute(db)
  await sql`analyze delivery_attempts`.execute(db)

  const removed = await inTransaction(db, (tx) => pruneAttempts(tx, daysAgo(30), 2_000))
  expect(removed).toEqual([{ tenantId, rows: 2_000 }])
  expect(await inTransaction(db, (tx) => pruneAttempts(tx, daysAgo(30), 2_000))).toEqual([
    { tenantId, rows: 1_000 },
  ])

  const { rows } = await sql<{ left: number }>`select count(*) as "left" from delivery_attempts
    where tenant_id = ${tenantId}`.execute(db)
  expect(rows).toEqual([{ left: 3_000 }])
  const plan = await sql`explain select 1 from delivery_attempts
    where attempted_at < now() - 30 * interval '1 day' order by attempted_at limit 2000`.execute(db)
  expect(JSON.stringify(plan.rows)).toContain('delivery_attempts_by_time')
})
