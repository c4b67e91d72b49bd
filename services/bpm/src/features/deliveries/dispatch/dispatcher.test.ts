import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  certificateAuthority,
  serverCertificate,
  serverKey,
} from '@countersign/test-kit/certificates'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import {
  startFakeBusinessApp,
  type FakeBusinessApp,
  type FakeDelivery,
} from '@countersign/test-kit/fake-business-app'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import type { Database, Schema, Tx } from '../../../db/schema.ts'
import { migrations } from '../../../migrations.ts'
import { enqueueEvents, type NewEvent } from '../../../outbox/enqueue.ts'
import { addBizType, addInstance, addInstances } from '../../../outbox/rows.testing.ts'
import type { BlockedDelivery, DeliveryDeps } from '../deps.ts'
import { deliveryWorker } from './worker.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const started: NewEvent = { type: 'instance.started', occurredAt: new Date() }
const waiting = { timeout: 60_000, interval: 20 }

let database: TestDatabase
let db: Database
let app: FakeBusinessApp
let tenantId: string
let tokens: { get: string[][]; invalidated: number; failing: boolean }
let workers: { stop: () => Promise<void> }[]

beforeAll(async () => {
  database = await useDatabase({ migrations })
  db = createDatabase<Schema>({ url: database.url, poolSize: 10, applicationName: 'test', log })
})
afterAll(() => db.destroy())

beforeEach(async () => {
  workers = []
  tokens = { get: [], invalidated: 0, failing: false }
  tenantId = uuidv7()
  app = await startFakeBusinessApp()
  await addBizType(db, { tenantId, code: 'expense', origin: app.origin })
})
afterEach(async () => {
  await Promise.all(workers.map(({ stop }) => stop()))
  await app.close()
  // The next test's worker must find nothing of this one.
  await sql`update delivery_lanes set due_at = null, lease_id = null, blocked_at = now()
    where due_at is not null`.execute(db)
})

function deps(): DeliveryDeps {
  return {
    db,
    log,
    now: () => new Date(),
    callbackOrigins: [app.origin],
    publicUrl: 'http://platform.test',
    sealer: createSealer(Buffer.alloc(32, 1).toString('base64url')),
    serviceTokens: {
      get: async (scopes) => {
        tokens.get.push([...scopes])
        if (tokens.failing) throw new Error('iam is away')
        return `token-${tokens.invalidated}`
      },
      invalidate: () => {
        tokens.invalidated += 1
      },
    },
  }
}

function startWorker(over: Partial<DeliveryDeps> = {}): { stop: () => Promise<void> } {
  const controller = new AbortController()
  const done = deliveryWorker({ ...deps(), ...over })(controller.signal)
  const worker = {
    stop: async () => {
      controller.abort()
      await done
    },
  }
  workers.push(worker)
  return worker
}

async function enqueue(count = 1, instanceId = uuidv7(), bizType = 'expense'): Promise<string> {
  const instance = {
    id: instanceId,
    tenantId,
    bizType,
    bizTypeVersion: '1',
    bizId: 'E-1',
    status: 'RUNNING' as const,
    round: 1,
  }
  await addInstance(db, instance)
  await inTransaction(db, (tx) =>
    enqueueEvents(
      tx,
      instance,
      Array.from({ length: count }, () => started),
    ),
  )
  return instanceId
}

const header = ({ headers }: FakeDelivery, name: string) => String(headers[name])
const sequencesOf = (instanceId: string, by = app) =>
  by.deliveries
    .filter((delivery) => header(delivery, 'ce-subject') === instanceId)
    .map((delivery) => Number(header(delivery, 'ce-sequence')))

async function lane(instanceId: string) {
  const { rows } = await sql<{
    next_sequence: number
    attempts: number
    due_at: Date | null
    blocked_at: Date | null
    wait_ms: number
  }>`select next_sequence, attempts, due_at, blocked_at,
      (extract(epoch from due_at - now()) * 1000)::float8 as wait_ms
    from delivery_lanes where instance_id = ${instanceId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('no such lane')
  return row
}

describe('delivery', () => {
  it('[BPM-17] sends the event with a token, signed, with CloudEvents headers', async () => {
    const instanceId = await enqueue()

    startWorker()
    await vi.waitFor(() => expect(app.deliveries).toHaveLength(1), waiting)

    const [delivery] = app.deliveries
    const body = JSON.parse(delivery?.body ?? '') as Record<string, string>
    expect(delivery).toMatchObject({
      path: '/events',
      headers: {
        authorization: 'Bearer token-0',
        'content-type': 'application/json',
        'ce-specversion': '1.0',
        'ce-id': body['eventId'],
        'ce-type': 'instance.started',
        'ce-source': 'http://platform.test/api/bpm/v1',
        'ce-subject': instanceId,
        'ce-time': body['occurredAt'],
        'ce-sequence': '1',
        'webhook-id': body['eventId'],
        'webhook-signature': expect.stringMatching(/^v1a,/) as string,
      },
    })
    expect(tokens.get).toEqual([['bpm.events', `tenant:${tenantId}`]])
  })

  it('[BPM-19] keeps the order of each instance while many run at once', async () => {
    const instances = await Promise.all(Array.from({ length: 40 }, () => enqueue(5)))
    startWorker()
    startWorker()
    await Promise.all(instances.map((id) => enqueue(3, id)))

    await vi.waitFor(() => expect(app.deliveries).toHaveLength(40 * 8), waiting)

    for (const id of instances) expect(sequencesOf(id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('[BPM-19] holds back what follows a failing event, in its instance alone', async () => {
    const failing = await enqueue(3)
    const healthy = await enqueue(3)
    app.react((delivery) => ({ status: header(delivery, 'ce-subject') === failing ? 500 : 200 }))

    startWorker()
    await vi.waitFor(() => expect(sequencesOf(healthy)).toEqual([1, 2, 3]), waiting)
    await vi.waitFor(() => expect(sequencesOf(failing).length).toBeGreaterThan(1), waiting)

    expect(new Set(sequencesOf(failing))).toEqual(new Set([1]))
  })

  it('[BPM-18] [BPM-20] repeats the same bytes under the same id after 1 s, 2 s, …', async () => {
    let failures = 2
    app.react(() => ({ status: failures-- > 0 ? 500 : 204 }))
    const instanceId = await enqueue()

    startWorker()
    await vi.waitFor(() => expect(app.deliveries).toHaveLength(3), waiting)

    const [first, second, third] = app.deliveries
    expect(new Set(app.deliveries.map(({ body }) => body)).size).toBe(1)
    expect(new Set(app.deliveries.map((each) => header(each, 'webhook-id'))).size).toBe(1)
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(790)
    expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThan(1_590)
    await expect.poll(() => lane(instanceId)).toMatchObject({ attempts: 0 })
  })

  it('[BPM-18] takes any 2xx for success', async () => {
    const codes = [200, 201, 202, 204, 299]
    app.react((delivery) => ({ status: codes[Number(header(delivery, 'ce-sequence')) - 1] ?? 500 }))
    const instanceId = await enqueue(codes.length)

    startWorker()

    await vi.waitFor(() => expect(sequencesOf(instanceId)).toEqual([1, 2, 3, 4, 5]), waiting)
  })

  it('[BPM-18] does not take a redirect for success, and does not follow it', async () => {
    app.react(() => ({ status: 307, headers: { location: '/elsewhere' } }))
    const instanceId = await enqueue()

    startWorker()
    await expect.poll(() => lane(instanceId), waiting).toMatchObject({ attempts: 2 })

    expect(app.deliveries.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  it.each(['reset', 'hang'] as const)(
    '[BPM-18] repeats an event whose answer is %s',
    async (fault) => {
      let failures = 1
      app.react(() => (failures-- > 0 ? fault : { status: 204 }))
      const instanceId = await enqueue()

      startWorker()
      await vi.waitFor(async () => expect((await lane(instanceId)).next_sequence).toBe(2), waiting)

      const [first, second] = app.deliveries
      expect(app.deliveries).toHaveLength(2)
      // An attempt ends after ten seconds, whatever it waits for.
      const waited = (second?.at ?? 0) - (first?.at ?? 0)
      expect(waited).toBeGreaterThan(fault === 'hang' ? 10_500 : 700)
    },
  )

  it('takes a 2xx whose body comes a byte at a time', async () => {
    app.react(() => 'drip')
    const instanceId = await enqueue()

    startWorker()

    await vi.waitFor(async () => expect((await lane(instanceId)).next_sequence).toBe(2), waiting)
    expect(app.deliveries).toHaveLength(1)
  })

  it('waits as long as Retry-After says', async () => {
    app.react(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    const instanceId = await enqueue()

    startWorker()
    await vi.waitFor(async () => expect((await lane(instanceId)).attempts).toBe(1), waiting)

    expect((await lane(instanceId)).wait_ms).toBeGreaterThan(110_000)
  })

  it('goes back to the number that the receiver expects', async () => {
    const instanceId = await enqueue(4)
    let lost = true
    app.react((delivery) => {
      if (header(delivery, 'ce-sequence') !== '4' || !lost) return { status: 204 }
      lost = false
      return { status: 409, body: JSON.stringify({ expected: 2 }) }
    })

    startWorker()

    await vi.waitFor(() => expect(sequencesOf(instanceId)).toEqual([1, 2, 3, 4, 2, 3, 4]), waiting)
  })

  it('gives up after three days of failing and blocks the instance', async () => {
    app.react(() => ({ status: 500 }))
    const instanceId = await enqueue(2)
    await sql`update delivery_lanes set attempts = 300,
      failing_since = now() - interval '3 days 1 second' where instance_id = ${instanceId}`.execute(
      db,
    )

    startWorker()

    await vi.waitFor(async () => {
      expect(await lane(instanceId)).toMatchObject({
        due_at: null,
        attempts: 301,
        next_sequence: 1,
      })
    }, waiting)
    expect((await lane(instanceId)).blocked_at).toBeInstanceOf(Date)
  })

  it('says in the log, to the metrics and to who wants to tell people, that it gave up', async () => {
    app.react(() => ({ status: 503, body: 'closed' }))
    const instanceId = await enqueue(1)
    await sql`update delivery_lanes set attempts = 300,
      failing_since = now() - interval '3 days 1 second' where instance_id = ${instanceId}`.execute(
      db,
    )
    const outcomes: string[] = []
    const blocked: BlockedDelivery[] = []

    startWorker({
      onAttempt: (outcome) => outcomes.push(outcome),
      onBlocked: (what) => {
        blocked.push(what)
      },
    })
    await vi.waitFor(() => expect(blocked).toHaveLength(1), waiting)

    const eventId = header(app.deliveries[0] ?? ({} as FakeDelivery), 'ce-id')
    expect(outcomes).toEqual(['failed'])
    expect(blocked).toEqual([
      { tenantId, instanceId, bizType: 'expense', eventId, outcome: 'failed', httpStatus: 503 },
    ])
    const { rows } = await sql`select outcome, http_status from delivery_attempts
      where event_id = ${eventId} order by id`.execute(db)
    expect(rows).toEqual([
      { outcome: 'failed', http_status: 503 },
      { outcome: 'blocked', http_status: null },
    ])
  })

  it.each([
    ['delivers to a receiver whose certificate is by the given authority', certificateAuthority],
    ['does not trust a certificate by an authority that it was not given', undefined],
  ])('%s', async (_what, callbackCa) => {
    let received = 0
    const server = createServer(
      { cert: serverCertificate, key: serverKey },
      (request, response) => {
        received += 1
        request.resume().on('end', () => response.end())
      },
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const origin = `https://localhost:${(server.address() as AddressInfo).port}`
    await addBizType(db, { tenantId, code: 'private', origin })
    const instanceId = await enqueue(1, uuidv7(), 'private')

    startWorker({ callbackOrigins: [origin], ...(callbackCa === undefined ? {} : { callbackCa }) })
    const { attempts, next_sequence } = await vi.waitFor(async () => {
      const now = await lane(instanceId)
      expect(now.attempts + now.next_sequence).toBeGreaterThan(1)
      return now
    }, waiting)

    expect([attempts > 0, next_sequence]).toEqual(callbackCa === undefined ? [true, 1] : [false, 2])
    expect(received).toBe(callbackCa === undefined ? 0 : 1)
  })

  it('fetches the token again once when the receiver answers 401', async () => {
    app.react((delivery) => ({
      status: header(delivery, 'authorization') === 'Bearer token-0' ? 401 : 204,
    }))
    const instanceId = await enqueue()

    startWorker()
    await vi.waitFor(async () => expect((await lane(instanceId)).next_sequence).toBe(2), waiting)

    expect(tokens.invalidated).toBe(1)
    expect(app.deliveries).toHaveLength(2)
  })

  it('counts nothing against the receiver while there is no token', async () => {
    tokens.failing = true
    const instanceId = await enqueue()
    startWorker()
    await vi.waitFor(() => expect(tokens.get.length).toBeGreaterThan(1), waiting)

    expect(await lane(instanceId)).toMatchObject({ attempts: 0 })
    expect(app.deliveries).toEqual([])
    tokens.failing = false
    await vi.waitFor(() => expect(app.deliveries).toHaveLength(1), waiting)
  })

  it('[BPM-05] sends nothing to a private address that is not in the list', async () => {
    const instanceId = await enqueue()

    startWorker({ callbackOrigins: [] })
    await vi.waitFor(
      async () => expect((await lane(instanceId)).attempts).toBeGreaterThan(0),
      waiting,
    )

    expect(app.deliveries).toEqual([])
    const { rows } = await sql`select distinct outcome from delivery_attempts
      where tenant_id = ${tenantId}`.execute(db)
    expect(rows).toEqual([{ outcome: 'address_forbidden' }])
  })

  it.each([
    ['reaches a private address that a tenant lists', 'listed', 'delivered'],
    [
      'reaches none that only a tenant lists, where its list is not enough',
      'deployment',
      'address_forbidden',
    ],
  ] as const)('[BPM-05] %s', async (_what, privateCallbacks, outcome) => {
    await sql`insert into callback_origin_lists (tenant_id, origins, revision, updated_by, updated_at)
      values (${tenantId}, ${[app.origin]}, 1, ${uuidv7()}, now())`.execute(db)
    await enqueue()

    startWorker({ callbackOrigins: [], privateCallbacks })

    const outcomes = async () => {
      const { rows } = await sql<{ outcome: string }>`select distinct outcome
        from delivery_attempts where tenant_id = ${tenantId}`.execute(db)
      return rows
    }
    await expect.poll(outcomes, waiting).toEqual([{ outcome }])
  })

  it('gives lanes back when it is told to stop', async () => {
    app.react(() => 'hang')
    const instanceId = await enqueue()
    const worker = startWorker()
    await vi.waitFor(() => expect(app.deliveries).toHaveLength(1), waiting)

    await worker.stop()

    expect((await lane(instanceId)).wait_ms).toBeLessThan(1_100)
  })

  it('is not slowed by an endpoint that hangs', async () => {
    const hanging = await startFakeBusinessApp({ react: () => 'hang' })
    await addBizType(db, { tenantId, code: 'hanging', origin: hanging.origin })
    await Promise.all(Array.from({ length: 100 }, () => enqueue(1, uuidv7(), 'hanging')))
    startWorker({ callbackOrigins: [app.origin, hanging.origin] })
    await vi.waitFor(() => expect(hanging.deliveries.length).toBe(16), waiting)

    await Promise.all(Array.from({ length: 100 }, () => enqueue()))
    await vi.waitFor(() => expect(app.deliveries).toHaveLength(100), waiting)

    // None of those that hang was given up in the meantime: nobody waited for them.
    expect(hanging.deliveries).toHaveLength(16)
    await hanging.close()
  })

  it('is not slowed for 9,900 instances by 100 whose events are never taken', async () => {
    const ids = Array.from({ length: 10_000 }, () => uuidv7())
    const poisoned = new Set(ids.filter((_, index) => index % 100 === 0))
    const isPoisoned = (delivery: FakeDelivery) => poisoned.has(header(delivery, 'ce-subject'))
    app.react((delivery) => ({ status: isPoisoned(delivery) ? 500 : 204 }))
    await addInstances(db, { tenantId, bizType: 'expense' }, ids)
    await inTransaction(db, (tx) => enqueueOneOfEach(tx, ids))

    startWorker()
    const healthy = () => app.deliveries.filter((delivery) => !isPoisoned(delivery))
    await vi.waitFor(() => expect(healthy().length).toBe(9_900), {
      timeout: 600_000,
      interval: 250,
    })

    const taken = app.deliveries.length
    expect(new Set(healthy().map((each) => header(each, 'ce-subject'))).size).toBe(9_900)
    // Each poisoned one comes again after 1, 2, 4, … s: a few tries among thousands, not a share.
    expect(taken - 9_900).toBeLessThan(1_500)
    // What is poisoned stays at its own event, however often it is tried.
    const stuck = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from delivery_lanes
        where tenant_id = ${tenantId} and next_sequence = 1 and attempts > 0`.execute(db)
      return rows[0]?.count
    }
    await expect.poll(stuck, waiting).toBe(100)
  }, 700_000)
})

/** A first event of each of many instances, in two statements. */
async function enqueueOneOfEach(tx: Tx, ids: readonly string[]): Promise<void> {
  const list = [...ids]
  await sql`insert into delivery_lanes
    (tenant_id, instance_id, biz_type, biz_type_version, last_sequence, due_at)
    select ${tenantId}, id, 'expense', '1', 1, now() from unnest(${list}::uuid[]) as id`.execute(tx)
  await sql`insert into delivery_events (tenant_id, instance_id, sequence, event_id, type, body)
    select ${tenantId}, id, 1, gen_random_uuid(), 'instance.started', '{"occurredAt":"2026-01-31"}'
    from unnest(${list}::uuid[]) as id`.execute(tx)
}
