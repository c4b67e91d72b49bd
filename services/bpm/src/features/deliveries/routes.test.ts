import { createPublicKey, verify } from 'node:crypto'
import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import { encodeCursor } from '@countersign/service-kit/cursor'
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
import { addBizType, addInstance } from '../../outbox/rows.testing.ts'
import { problems } from '../../problems.ts'
import type { DeliveryDeps } from './deps.ts'
import { createEventSigner } from './keys/event-keys.ts'
import { countDeliveries } from './metrics.ts'
import { addDeliveriesRoutes } from './routes.ts'

const log = createLogger({ service: 'test', level: 'silent' })
let db: Database
let app: App
let issuer: TestIssuer
let deps: DeliveryDeps
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
  deps = {
    db,
    log,
    now: () => new Date(),
    callbackOrigins: [],
    publicUrl: 'http://platform.test',
    sealer: createSealer(Buffer.alloc(32, 1).toString('base64url')),
    serviceTokens: { get: async () => 'token', invalidate: () => undefined },
  }
  addDeliveriesRoutes(app, deps)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await issuer.close()
  await db.destroy()
})
beforeEach(async () => {
  tenantId = uuidv7()
  await addBizType(db, { tenantId, code: 'expense', origin: 'http://app.test' })
  await addBizType(db, { tenantId, code: 'other', origin: 'http://x.test', ownerClientId: 'other' })
})

async function enqueue(count: number, bizType = 'expense'): Promise<string> {
  const id = uuidv7()
  const instance = { id, tenantId, bizType, bizTypeVersion: '1', bizId: 'E', round: 1 }
  const event = {
    type: 'instance.started' as const,
    occurredAt: new Date(),
    variables: { amount: 12.5, tags: ['a'] },
  }
  const events = Array.from({ length: count }, () => event)
  await addInstance(db, instance)
  await inTransaction(db, (tx) => enqueueEvents(tx, { ...instance, status: 'RUNNING' }, events))
  return id
}

const setLane = (instanceId: string, nextSequence: number, blocked: boolean) =>
  sql`update delivery_lanes set next_sequence = ${nextSequence},
    acknowledged_sequence = ${nextSequence - 1}, attempts = ${blocked ? 9 : 0},
    failing_since = case when ${blocked} then now() end,
    blocked_at = case when ${blocked} then now() end,
    due_at = case when ${blocked} or ${nextSequence} > last_sequence then null else due_at end
    where instance_id = ${instanceId}`.execute(db)

interface Item {
  readonly eventId: string
  readonly sequence: number
  readonly status: string
  readonly instanceId: string
}
interface List {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

const admin = (over: { tenantId?: string; permissions?: string[] } = {}) =>
  issuer.userToken({ tenantId, permissions: ['bpm:delivery:read', 'bpm:delivery:write'], ...over })
const owner = (clientId = 'expense-app', of = tenantId) =>
  issuer.serviceToken({ clientId, tenantId: of })

async function call(method: 'GET' | 'POST', url: string, token: string, headers = {}) {
  const authorization = `Bearer ${token}`
  const response = await app.inject({ method, url, headers: { authorization, ...headers } })
  return { status: response.statusCode, headers: response.headers, json: response.json<List>() }
}

const users = '/api/bpm/v1/deliveries'
const owners = '/internal/v1/bpm/deliveries'

async function firstEventOf(instanceId: string): Promise<string> {
  const { json } = await call('GET', `${users}?instanceId=${instanceId}`, admin())
  return json.items.find(({ sequence }) => sequence === 1)?.eventId ?? ''
}

describe('the list of deliveries', () => {
  it('[BPM-18] tells what was delivered, what waits and what is blocked', async () => {
    const blocked = await enqueue(3)
    await setLane(blocked, 2, true)
    const done = await enqueue(1)
    await setLane(done, 2, false)
    const open = await enqueue(1)

    const counts = await Promise.all(
      ['DELIVERED', 'PENDING', 'BLOCKED'].map(async (status) => {
        const { json } = await call('GET', `${users}?status=${status}`, admin())
        return json.items.map(({ instanceId, sequence }) => [instanceId, sequence])
      }),
    )

    expect(counts).toEqual([
      [
        [done, 1],
        [blocked, 1],
      ],
      [
        [open, 1],
        [blocked, 3],
      ],
      [[blocked, 2]],
    ])
  })

  it('tells of a blocked event how its last attempt went, not that it was given up', async () => {
    const instanceId = await enqueue(1)
    await setLane(instanceId, 1, true)
    const eventId = await firstEventOf(instanceId)
    for (const [outcome, status] of [
      ['failed', 503],
      ['blocked', null],
    ] as const) {
      await sql`insert into delivery_attempts
        (id, tenant_id, event_id, attempted_at, duration_ms, outcome, http_status)
        values (${uuidv7()}, ${tenantId}, ${eventId}, now(), 5, ${outcome}, ${status})`.execute(db)
    }

    const { json } = await call('GET', `${users}?status=BLOCKED&instanceId=${instanceId}`, admin())

    expect(json.items).toMatchObject([{ eventId, lastAttempt: { httpStatus: 503 } }])
  })

  it('pages without losing or repeating what is there while more comes', async () => {
    await enqueue(5)
    const first = await call('GET', `${users}?limit=2`, admin())
    await enqueue(2)
    const second = await call('GET', `${users}?limit=2&cursor=${first.json.nextCursor}`, admin())
    const third = await call('GET', `${users}?limit=2&cursor=${second.json.nextCursor}`, admin())

    const sequences = [first, second, third].flatMap(({ json }) =>
      json.items.map(({ sequence }) => sequence),
    )
    expect(sequences).toEqual([5, 4, 3, 2, 1])
    expect(third.json.nextCursor).toBeNull()
  })

  it('shows an owner the events of its own business types alone', async () => {
    const mine = await enqueue(1)
    const foreign = await enqueue(1, 'other')

    const { json } = await call('GET', owners, owner())

    expect(json.items.map(({ instanceId }) => instanceId)).toEqual([mine])
    const eventId = await firstEventOf(foreign)
    for (const method of ['GET', 'POST'] as const) {
      const url = `${owners}/${eventId}${method === 'POST' ? '/redeliver' : ''}`
      expect((await call(method, url, owner())).status).toBe(404)
    }
  })

  it('[GEN-03] shows nothing of another tenant, whatever is asked', async () => {
    const eventId = await firstEventOf(await enqueue(1))
    const stranger = admin({ tenantId: uuidv7() })

    const list = await call('GET', `${users}?tenantId=${tenantId}`, stranger, {
      'x-tenant-id': tenantId,
    })

    expect(list.json.items ?? []).toEqual([])
    expect((await call('GET', `${users}/${eventId}`, stranger)).status).toBe(404)
    expect((await call('POST', `${users}/${eventId}/redeliver`, stranger)).status).toBe(404)
    expect((await call('GET', owners, owner('expense-app', uuidv7()))).json.items).toEqual([])
  })

  it.each([
    ['a user without the permission', users, () => admin({ permissions: [] }), 403],
    ['a service where users are asked for', users, () => owner(), 403],
    ['a user where services are asked for', owners, () => admin(), 403],
    ['an unknown status', `${users}?status=LOST`, () => admin(), 400],
    ['a cursor of another list', `${users}?cursor=bnVsbA`, () => admin(), 400],
  ])('refuses %s', async (_name, url, token, status) => {
    expect((await call('GET', url, token())).status).toBe(status)
  })
})

it('shows the log of an event to who may read it', async () => {
  const eventId = await firstEventOf(await enqueue(1))
  await sql`insert into delivery_attempts
    (tenant_id, event_id, id, attempted_at, duration_ms, outcome, http_status, response_excerpt)
    values (${tenantId}, ${eventId}, ${uuidv7()}, now(), 12, 'failed', 500, 'oops')`.execute(db)

  const { json } = await call('GET', `${owners}/${eventId}`, owner())

  expect(json).toMatchObject({
    status: 'PENDING',
    attempts: [{ outcome: 'failed', httpStatus: 500, durationMs: 12, responseExcerpt: 'oops' }],
    body: { eventId, variables: { amount: 12.5, tags: ['a'] } },
  })
  const shown = await call('GET', `${users}/${eventId}`, admin())
  expect(shown).toMatchObject({ status: 200, json })
})

describe('redelivery by hand', () => {
  const due = async (instanceId: string) => {
    const { rows } = await sql<{ next_sequence: number; due: boolean }>`
      select next_sequence, due_at <= now() as due from delivery_lanes
      where instance_id = ${instanceId}`.execute(db)
    return rows[0]
  }

  it('[BPM-20] frees a blocked instance and keeps the ids', async () => {
    const instanceId = await enqueue(2)
    await setLane(instanceId, 1, true)
    const eventId = await firstEventOf(instanceId)

    const answer = await call('POST', `${users}/${eventId}/redeliver`, admin())

    expect(answer).toMatchObject({ status: 202, json: { eventId, status: 'PENDING' } })
    expect(await due(instanceId)).toEqual({ next_sequence: 1, due: true })
    expect(await firstEventOf(instanceId)).toBe(eventId)
  })

  it('[BPM-19] goes back to a delivered event, in order, also for the owner', async () => {
    const instanceId = await enqueue(3)
    await setLane(instanceId, 4, false)
    const eventId = await firstEventOf(instanceId)

    const answer = await call('POST', `${owners}/${eventId}/redeliver`, owner())

    expect(answer.status).toBe(202)
    expect(await due(instanceId)).toEqual({ next_sequence: 1, due: true })
  })

  it('skips nothing when a later event is asked for', async () => {
    const instanceId = await enqueue(3)
    const { json } = await call('GET', `${users}?instanceId=${instanceId}`, admin())

    await call('POST', `${users}/${json.items[0]?.eventId}/redeliver`, admin())

    expect(await due(instanceId)).toMatchObject({ next_sequence: 1 })
  })

  it('answers a repeated Idempotency-Key with the first answer', async () => {
    const eventId = await firstEventOf(await enqueue(1))
    const again = () =>
      call('POST', `${users}/${eventId}/redeliver`, admin(), { 'idempotency-key': 'k1' })

    const [first, second] = [await again(), await again()]

    expect(second.json).toEqual(first.json)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  const many = (body: object, token = admin(), path = users) =>
    app.inject({
      method: 'POST',
      url: `${path}/redeliver`,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })

  it('[BPM-20] sends all of an instance again under the same ids', async () => {
    const instanceId = await enqueue(3)
    await setLane(instanceId, 3, true)
    const eventId = await firstEventOf(instanceId)

    const answer = await many({ instanceId }, owner(), owners)

    expect([answer.statusCode, answer.json()]).toEqual([202, { instances: 1 }])
    expect(await due(instanceId)).toEqual({ next_sequence: 1, due: true })
    expect(await firstEventOf(instanceId)).toBe(eventId)
  })

  it('sends again what went to an origin since a time, and nothing before or beside it', async () => {
    const [old, recent, elsewhere] = [await enqueue(2), await enqueue(3), await enqueue(1, 'other')]
    await setLane(old, 3, false)
    await setLane(recent, 4, false)
    await setLane(elsewhere, 2, false)
    await sql`update delivery_events set created_at = now() - interval '2 hours'
      where instance_id = ${old} or (instance_id = ${recent} and sequence = 1)`.execute(db)
    const since = new Date(Date.now() - 3_600_000).toISOString()

    const answer = await many({ origin: 'http://app.test', since })

    expect([answer.statusCode, answer.json()]).toEqual([202, { instances: 1 }])
    expect(await due(old)).toMatchObject({ next_sequence: 3 })
    expect(await due(recent)).toEqual({ next_sequence: 2, due: true })
    expect(await due(elsewhere)).toMatchObject({ next_sequence: 2 })
  })

  it('[GEN-03] reaches no instance of another client or tenant', async () => {
    const instanceId = await enqueue(1, 'other')
    await setLane(instanceId, 2, false)
    const since = new Date(0).toISOString()

    const answers = [
      await many({ instanceId }, owner(), owners),
      await many({ instanceId }, admin({ tenantId: uuidv7() })),
      await many({ origin: 'http://x.test', since }, owner(), owners),
      await many({ instanceId, since }),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 202, 400])
    expect(answers[2]?.json()).toEqual({ instances: 0 })
    expect(await due(instanceId)).toMatchObject({ next_sequence: 2 })
  })

  it('needs the permission to write', async () => {
    const eventId = await firstEventOf(await enqueue(1))
    const reader = admin({ permissions: ['bpm:delivery:read'] })

    expect((await call('POST', `${users}/${eventId}/redeliver`, reader)).status).toBe(403)
    expect((await many({ instanceId: uuidv7() }, reader)).statusCode).toBe(403)
  })
})

describe('reconciliation', () => {
  const url = (id: string, query = '') => `/internal/v1/bpm/process-instances/${id}/events${query}`

  it('gives the owner the events after a number, delivered or not, as they were sent', async () => {
    const id = await enqueue(4)
    await setLane(id, 3, false)

    const first = await call('GET', url(id, '?afterSequence=1&limit=2'), owner())
    const second = await call(
      'GET',
      url(id, `?afterSequence=1&limit=2&cursor=${first.json.nextCursor}`),
      owner(),
    )

    expect([first, second].map(({ json }) => json.items.map((item) => item.sequence))).toEqual([
      [2, 3],
      [4],
    ])
    expect(first.json.items[0]).toMatchObject({ variables: { amount: 12.5, tags: ['a'] } })
  })

  it.each([
    ['?afterSequence=2147483648', '/query/afterSequence'],
    [`?cursor=${encodeCursor(2 ** 31)}`, '/query/cursor'],
    [`?cursor=${encodeCursor(-1)}`, '/query/cursor'],
  ])('refuses %s, a number that no event can have', async (query, pointer) => {
    const { status, json } = await call('GET', url(await enqueue(1), query), owner())
    expect([status, json]).toMatchObject([400, { errors: [{ pointer }] }])
  })

  it('is 404 for another client, another tenant and an unknown instance', async () => {
    const id = await enqueue(1)
    const answers = await Promise.all([
      call('GET', url(id), owner('other')),
      call('GET', url(id), owner('expense-app', uuidv7())),
      call('GET', url(uuidv7()), owner()),
    ])

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

it('tells the metrics how many instances wait, fail and are blocked', async () => {
  const before = (await app.metrics.metrics()).matchAll(/^bpm_delivery_instances.* (\d+)$/gm)
  await setLane(await enqueue(2), 1, true)
  await enqueue(1)

  const text = await app.metrics.metrics()

  const count = (state: string) => Number(new RegExp(`state="${state}"} (\\d+)`).exec(text)?.[1])
  const [waiting, , blocked] = [...before].map(([, value]) => Number(value))
  expect([count('waiting'), count('blocked')]).toEqual([(waiting ?? 0) + 1, (blocked ?? 0) + 1])
  expect(text).toMatch(/^bpm_delivery_late_seconds/m)
})

it('counts attempts and given up instances by their outcome', async () => {
  const { onAttempt, onBlocked } = countDeliveries(app)
  const blocked = { tenantId, instanceId: uuidv7(), bizType: 'expense', eventId: uuidv7() }

  onAttempt('delivered')
  onAttempt('delivered')
  onAttempt('timeout')
  await onBlocked({ ...blocked, outcome: 'timeout', httpStatus: null })

  const text = await app.metrics.metrics()
  expect(text).toContain('bpm_delivery_attempts_total{outcome="delivered"} 2')
  expect(text).toContain('bpm_delivery_attempts_total{outcome="timeout"} 1')
  expect(text).toContain('bpm_delivery_blocked_total{outcome="timeout"} 1')
})

describe('event keys', () => {
  it('are open to anyone and verify what is signed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.inject('/api/bpm/v1/event-keys')),
    )
    const [answer] = answers
    const { keys } = answer?.json<{ keys: { x: string; kty: string; crv: string }[] }>() ?? {}

    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    // The one that signs and the one that will.
    const shape = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' }
    expect(keys).toMatchObject([shape, shape])
    const headers = await createEventSigner(deps).sign('id', 'body')
    const content = Buffer.from(`id.${headers['webhook-timestamp']}.body`)
    const signature = Buffer.from(
      headers['webhook-signature']?.slice('v1a,'.length) ?? '',
      'base64',
    )
    const key = createPublicKey({ key: keys?.[0] ?? {}, format: 'jwk' })
    expect(verify(null, content, key, signature)).toBe(true)
  })

  it('never show the private part, which is sealed where it lies', async () => {
    const { body } = await app.inject('/api/bpm/v1/event-keys')
    const { rows } = await sql<{ sealed_private_key: string }>`
      select sealed_private_key from event_keys`.execute(db)

    expect(body).not.toContain('"d"')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY')
  })
})
