import { request as httpRequest, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import type { WorkflowEvent } from '@countersign/contracts'
import { useDatabase } from '@countersign/test-kit/database'
import Fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expressEventReceiver } from './express.ts'
import { fastifyEventReceiver } from './fastify.ts'
import { createEventSigner, makeEvent, tenantId } from './fixtures/events.ts'
import { kyselyStore } from './kysely.ts'
import { pgStore, type PgClient } from './pg.ts'
import { createEventReceiver, type EventReceiver, type EventReceiverOptions } from './receiver.ts'
import type { EventStore } from './store.ts'
import { receiverTables } from './tables.ts'

interface Tables {
  ledger: { event_id: string; sequence: number }
}

const signer = createEventSigner()
const signatureKeys = { get: async () => [signer.publicKey] }
let issuer: TestIssuer
let pool: pg.Pool
let db: Kysely<Tables>
let failWith: Error | undefined

beforeAll(async () => {
  issuer = await createTestIssuer()
  const { url } = await useDatabase()
  pool = new pg.Pool({ connectionString: url, max: 10 })
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await pool.query(receiverTables)
  // Once more: a migration that is run again fails at nothing.
  await pool.query(`${receiverTables} create table ledger (event_id uuid, sequence integer)`)
})
afterAll(async () => {
  await db.destroy()
  await issuer.close()
})
beforeEach(async () => {
  failWith = undefined
  await pool.query('truncate ledger, workflow_events, workflow_event_positions')
})

const origin = 'https://expense.example'
const token = ({ claims, ...over }: Parameters<TestIssuer['serviceToken']>[0] = {}) =>
  issuer.serviceToken({
    clientId: 'workflow',
    scopes: ['bpm.events'],
    tenantId,
    claims: { aud: [issuer.issuer, origin], ...claims },
    ...over,
  })

async function post(
  receiver: EventReceiver,
  event: unknown,
  options: { authorization?: string; headers?: Record<string, string | undefined> } = {},
) {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const { eventId } = { eventId: 'none', ...(event as Partial<WorkflowEvent>) }
  let bodyRead = false
  const answer = await receiver.receive({
    headers: {
      authorization: options.authorization ?? `Bearer ${token()}`,
      ...signer.headers(eventId, body, new Date()),
      ...options.headers,
    },
    readBody: async () => {
      bodyRead = true
      return Buffer.from(body)
    },
  })
  return { ...answer, json: JSON.parse(answer.body) as Record<string, unknown>, bodyRead }
}

const ledger = async () =>
  (await pool.query<{ sequence: number }>('select sequence from ledger')).rows.map(
    ({ sequence }) => sequence,
  )

function receiverOn<Tx>(
  store: EventStore<Tx>,
  write: (tx: Tx, event: WorkflowEvent) => Promise<unknown>,
  over: Partial<Pick<EventReceiverOptions<Tx>, 'onRefused' | 'origin' | 'bizTypes'>> = {},
) {
  return createEventReceiver({
    verifier: createVerifier(issuer),
    workflowClientId: 'workflow',
    signatureKeys,
    origin,
    bizTypes: ['expense'],
    store,
    apply: async (tx, event) => {
      await write(tx, event)
      if (failWith !== undefined) throw failWith
    },
    ...over,
  })
}

const makePgReceiver = (
  over: Partial<Pick<EventReceiverOptions<PgClient>, 'onRefused' | 'origin' | 'bizTypes'>> = {},
) =>
  receiverOn(
    pgStore(pool),
    (tx, { eventId, sequence }) =>
      tx.query('insert into ledger values ($1, $2)', [eventId, sequence]),
    over,
  )

const receivers = {
  pg: () => makePgReceiver(),
  kysely: () =>
    receiverOn(kyselyStore(db), (tx, { eventId, sequence }) =>
      tx.insertInto('ledger').values({ event_id: eventId, sequence }).execute(),
    ),
}

describe.each(Object.entries(receivers))('a receiver on %s', (_name, make) => {
  it('[EVT-02] applies an event and records it in one transaction', async () => {
    const receiver = make()

    expect(await post(receiver, makeEvent(1))).toMatchObject({ status: 200 })

    expect(await ledger()).toEqual([1])
  })

  it('[EVT-03] answers a repeated event with 2xx and applies it once', async () => {
    const receiver = make()
    const event = makeEvent(1)

    const answers = [await post(receiver, event), await post(receiver, event)]

    expect(answers.map(({ json }) => json)).toEqual([
      { result: 'applied' },
      { result: 'duplicate' },
    ])
    expect(await ledger()).toEqual([1])
  })

  it('[EVT-02] applies an event once when it arrives eight times at once', async () => {
    const receiver = make()
    const event = makeEvent(1)

    const answers = await Promise.all(Array.from({ length: 8 }, () => post(receiver, event)))

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await ledger()).toEqual([1])
  })

  it('[EVT-04] answers no 2xx and stores nothing when the change fails', async () => {
    const receiver = make()
    const event = makeEvent(1)
    failWith = new Error('the ledger is closed, password hunter2')

    const refused = await post(receiver, event)

    expect(refused).toMatchObject({ status: 500, json: { code: 'event.not_applied' } })
    expect(refused.body).not.toContain('hunter2')
    expect(await ledger()).toEqual([])
    failWith = undefined
    expect(await post(receiver, event)).toMatchObject({ status: 200, json: { result: 'applied' } })
  })

  it('[BPM-19] answers a gap with the number it expects, and applies nothing', async () => {
    const receiver = make()
    await post(receiver, makeEvent(1))

    expect(await post(receiver, makeEvent(4))).toMatchObject({ status: 409, json: { expected: 2 } })
    expect(await ledger()).toEqual([1])
  })

  it('[BPM-20] refuses a known number under a new id', async () => {
    const receiver = make()
    await post(receiver, makeEvent(1))

    const answer = await post(receiver, makeEvent(1))

    expect(answer).toMatchObject({ status: 422, json: { code: 'event.id_mismatch' } })
  })

  it('keeps the place of an event whose type it does not know yet', async () => {
    const receiver = make()
    const newer = { ...makeEvent(1), type: 'instance.escalated' }

    expect(await post(receiver, newer)).toMatchObject({ json: { result: 'applied' } })
    expect(await post(receiver, makeEvent(2))).toMatchObject({ json: { result: 'applied' } })

    expect(await ledger()).toEqual([2])
  })

  it('[EVT-03] still knows a repeated event after its row was pruned', async () => {
    const receiver = make()
    const event = makeEvent(1)
    await post(receiver, event)
    await pool.query(`update workflow_events set received_at = now() - interval '31 days'`)

    expect(await receiver.prune()).toBe(1)

    expect(await post(receiver, event)).toMatchObject({ json: { result: 'duplicate' } })
  })
})

it('[EVT-04] answers no 2xx when a failed statement was swallowed by the application', async () => {
  const receiver = receiverOn(pgStore(pool), async (tx, { eventId }) => {
    await tx.query('insert into ledger values ($1, $2)', [eventId, 'no number']).catch(() => null)
  })

  expect((await post(receiver, makeEvent(1))).status).toBe(500)
})

describe('[EVT-01] [AUTH-06] the token is verified before the body is looked at', () => {
  it.each([
    ['no token', '', 401, 'auth.token_missing'],
    ['another scheme', 'Basic abc', 401, 'auth.token_missing'],
    ['a broken token', 'Bearer abc', 401, 'auth.invalid_token'],
    ['another client', () => token({ clientId: 'other' }), 403, 'auth.insufficient_scope'],
    ['a missing scope', () => token({ scopes: [] }), 403, 'auth.insufficient_scope'],
    [
      'another grant',
      () => issuer.userToken({ clientId: 'workflow', scopes: ['bpm.events'], tenantId }),
      403,
      'auth.service_required',
    ],
    ['an expired token', () => token({ expiresInSeconds: -1 }), 401, 'auth.invalid_token'],
    [
      'another issuer',
      () => token({ claims: { iss: 'https://other.example' } }),
      401,
      'auth.invalid_token',
    ],
    ['an unknown kid', () => token({ header: { kid: 'unknown' } }), 401, 'auth.invalid_token'],
  ] as const)('refuses %s', async (_name, given, status, code) => {
    const authorization = typeof given === 'string' ? given : `Bearer ${given()}`

    const answer = await post(makePgReceiver(), makeEvent(1), { authorization })

    expect(answer).toMatchObject({ status, json: { code }, bodyRead: false })
    expect(await ledger()).toEqual([])
  })

  it('refuses an event of another tenant than the token', async () => {
    const event = makeEvent(1, { tenantId: '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e01' })

    const answer = await post(makePgReceiver(), event)

    expect(answer).toMatchObject({ status: 403, json: { code: 'event.tenant_mismatch' } })
  })

  it.each([
    ['another receiver', ['https://travel.example']],
    ['the platform alone', []],
    ['an address below ours', [`${origin}/events`]],
  ])('[EVT-01] refuses what another receiver was sent: a token for %s', async (_whom, aud) => {
    const authorization = `Bearer ${token({ claims: { aud: [issuer.issuer, ...aud] } })}`

    const answer = await post(makePgReceiver(), makeEvent(1), { authorization })

    expect(answer).toMatchObject({
      status: 403,
      json: { code: 'event.audience_mismatch' },
      bodyRead: false,
    })
    expect(await ledger()).toEqual([])
  })

  it('takes tokens for each of its origins while it moves, and for anybody where it says so', async () => {
    const former = 'http://expense:8084'
    const moving = makePgReceiver({ origin: [origin, former] })
    const send = (receiver: EventReceiver, sequence: number, aud: string) =>
      post(receiver, makeEvent(sequence), {
        authorization: `Bearer ${token({ claims: { aud: [issuer.issuer, aud] } })}`,
      })

    expect((await send(moving, 1, former)).status).toBe(200)
    expect((await send(moving, 2, origin)).status).toBe(200)
    expect((await send(makePgReceiver({ origin: false }), 3, 'https://a.example')).status).toBe(200)
  })

  it('[EVT-01] refuses an event of a business type that is not its own', async () => {
    const event = makeEvent(1, { bizType: 'travel' })

    expect(await post(makePgReceiver(), event)).toMatchObject({
      status: 403,
      json: { code: 'event.biz_type_mismatch' },
    })
    expect(await ledger()).toEqual([])
    expect((await post(makePgReceiver({ bizTypes: false }), event)).status).toBe(200)
  })

  it.each([
    [{ origin: undefined as never }, /needs its origin/],
    [{ origin: [] }, /needs its origin/],
    [{ origin: `${origin}/events` }, /needs its origin/],
    [{ bizTypes: undefined as never }, /needs its bizTypes/],
    [{ bizTypes: [] }, /needs its bizTypes/],
  ])('does not begin without knowing what is its own: %o', (over, message) => {
    expect(() => makePgReceiver(over)).toThrow(message)
  })
})

describe('the signature of the body', () => {
  const event = makeEvent(1)
  const body = JSON.stringify(event)
  const at = (seconds: number) =>
    signer.headers(event.eventId, body, new Date(Date.now() + seconds * 1000))

  it.each([
    ['none', { 'webhook-signature': undefined }, 'event.signature_missing'],
    ['a symmetric one', { 'webhook-signature': 'v1,AAAA' }, 'event.signature_missing'],
    ['one over another id', signer.headers('other', body, new Date()), 'event.signature_invalid'],
    [
      'one over other content',
      signer.headers(event.eventId, `${body} `, new Date()),
      'event.signature_invalid',
    ],
    [
      'one of another key',
      createEventSigner().headers(event.eventId, body, new Date()),
      'event.signature_invalid',
    ],
    [
      'a moved time',
      { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 30) },
      'event.signature_invalid',
    ],
    ['an old one', at(-301), 'event.signature_expired'],
    ['one from the future', at(330), 'event.signature_expired'],
  ])('%s is refused', async (_name, headers, code) => {
    const answer = await post(makePgReceiver(), event, { headers })

    expect(answer).toMatchObject({ status: 401, json: { code } })
    expect(await ledger()).toEqual([])
  })

  it('is accepted among others, as during a rotation', async () => {
    const mine = at(0)['webhook-signature'] ?? ''
    const other = createEventSigner().headers('x', 'y', new Date())['webhook-signature'] ?? ''

    const headers = { 'webhook-signature': `${other} v2,new ${mine}` }

    expect(await post(makePgReceiver(), event, { headers })).toMatchObject({ status: 200 })
  })
})

it.each([
  ['no JSON', '{'],
  ['no event', '{"eventId":"x"}'],
  ['no object', 'null'],
  ['no whole event of its type', JSON.stringify(makeEvent(1, { type: 'task.created' }))],
])('a body that is %s is 400', async (_name, body) => {
  expect(await post(makePgReceiver(), body)).toMatchObject({
    status: 400,
    json: { code: 'event.invalid' },
  })
})

describe('what is not acknowledged', () => {
  it('is told with its reason, and with the event where that was verified', async () => {
    const told: unknown[] = []
    const receiver = makePgReceiver({
      onRefused: (error, event) => told.push([(error as Error).message, event?.sequence]),
    })

    await post(receiver, makeEvent(1), { authorization: 'Bearer abc' })
    await post(receiver, makeEvent(3))
    failWith = new Error('the ledger is closed')
    await post(receiver, makeEvent(1))
    failWith = undefined
    await post(receiver, makeEvent(1))

    expect(told).toEqual([
      [expect.stringContaining('token'), undefined],
      ['Event 3 came where 1 is the next.', 3],
      ['the ledger is closed', 1],
    ])
  })

  it('is answered all the same when the log fails', async () => {
    const receiver = makePgReceiver({
      onRefused: () => {
        throw new Error('the disk is full')
      },
    })

    expect(await post(receiver, makeEvent(2))).toMatchObject({ status: 409 })
  })
})

const servers = {
  fastify: async (receiver: EventReceiver) => {
    const app = Fastify()
    await app.register(fastifyEventReceiver, { receiver, path: '/events' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return { port, close: () => app.close() }
  },
  'express and node:http': async (receiver: EventReceiver) => {
    const server = createServer(expressEventReceiver(receiver))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return {
      port,
      close: async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  },
}

describe.each(Object.entries(servers))('over HTTP with %s', (_name, serve) => {
  const send = (port: number, body: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/events`, { method: 'POST', body, headers })

  it('[EVT-01] takes a signed event as its bytes came', async () => {
    const { port, close } = await serve(makePgReceiver())
    const event = makeEvent(1)
    // Spaces and order survive only when nobody parsed it before.
    const body = JSON.stringify(event, null, 3)
    const headers = {
      authorization: `Bearer ${token()}`,
      'content-type': 'application/json',
      ...signer.headers(event.eventId, body, new Date()),
    }

    const answers = [await send(port, body, headers), await send(port, body, {})]

    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    expect(answers[1]?.headers.get('www-authenticate')).toBe('Bearer realm="countersign"')
    await close()
  })

  it('answers 413 to a body that is too large, however it is sent', async () => {
    const { port, close } = await serve(makePgReceiver())
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/events',
          method: 'POST',
          headers: { authorization: `Bearer ${token()}` },
        },
        (response) => {
          request.destroy()
          resolve(response.statusCode)
        },
      )
      request.on('error', reject)
      // Chunked, so that no length announces it.
      for (let sent = 0; sent < 20; sent++) request.write(Buffer.alloc(100_000))
    })

    expect(status).toBe(413)
    await close()
  })
})
