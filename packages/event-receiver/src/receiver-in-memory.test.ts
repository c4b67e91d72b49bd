import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InvalidToken, type Caller } from '@countersign/auth-verifier'
import type { EventEnvelope } from '@countersign/contracts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EventRefused } from './answer.ts'
import { createEventSigner, makeEvent, tenantId } from './fixtures/events.ts'
import { memoryStore } from './memory-store.ts'
import { createEventReceiver, type EventReceiverOptions } from './receiver.ts'

// What the receiver itself decides, beside receiver.test.ts, where tokens and tables are real.

const signer = createEventSigner()
const now = new Date('2026-01-31T08:30:00Z')
const origin = 'https://expense.example'
const caller: Caller = {
  subject: 'workflow',
  tenantId,
  clientId: 'workflow',
  grantType: 'client_credentials',
  scopes: ['bpm.events'],
  permissions: [],
  authorities: ['SCOPE_bpm.events'],
  claims: { aud: origin },
}

type Options = EventReceiverOptions<undefined>
type Together = ReturnType<typeof together>[number]
type Headers = Record<string, string | string[] | undefined>

const together = (...events: readonly unknown[]) =>
  events.map((data) => ({ specversion: '1.0', datacontenttype: 'application/json', data }))

function setUp(over: Partial<Options> = {}) {
  const seen: unknown[] = []
  const receiver = createEventReceiver<undefined>({
    verifier: {
      verify: async (token) => {
        if (token === 'good') return caller
        throw new InvalidToken('signature')
      },
    },
    origin,
    workflowClientId: 'workflow',
    signatureKeys: { get: async () => [signer.publicKey] },
    bizTypes: ['expense'],
    store: memoryStore(),
    apply: async (_tx, event, trace) => void seen.push({ sequence: event.sequence, trace }),
    now: () => now,
    ...over,
  })
  async function send(event: unknown, headers: Headers = {}, at = now) {
    const text = typeof event === 'string' ? event : JSON.stringify(event)
    const last = Array.isArray(event) ? (event.at(-1) as Together | undefined)?.data : event
    const id = (last as Partial<EventEnvelope> | undefined)?.eventId ?? 'none'
    const asked: number[] = []
    const answer = await receiver.receive({
      headers: { authorization: 'Bearer good', ...signer.headers(id, text, at), ...headers },
      readBody: async (maxBytes) => {
        asked.push(maxBytes)
        return Buffer.from(text)
      },
    })
    return { ...answer, asked, json: JSON.parse(answer.body) as Record<string, unknown> }
  }
  return { receiver, send, seen }
}

it('[EVT-01] hands the event on with its trace, and says that it was applied', async () => {
  const { send, seen } = setUp()
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

  expect(await send(makeEvent(1), { traceparent })).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"result":"applied"}',
    asked: [1_048_576],
  })
  expect(seen).toEqual([
    { sequence: 1, trace: { traceparent, traceId: '4bf92f3577b34da6a3ce929d0e0e4736' } },
  ])
})

it('reads no more of a body than it was told', async () => {
  expect((await setUp({ maxBodyBytes: 10 }).send(makeEvent(1))).asked).toEqual([10])
})

it('goes by the real time where it is given none', async () => {
  const { send } = setUp({ now: undefined as never })
  expect((await send(makeEvent(1))).json).toMatchObject({ code: 'event.signature_expired' })
  expect((await send(makeEvent(1), {}, new Date())).status).toBe(200)
})

describe('a delivery is not believed', () => {
  const event = makeEvent(1)
  const elsewhere = '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e01'

  it.each([
    ['[EVT-01] signed under another id', event, { 'webhook-id': 'x' }, 401, 'signature_invalid'],
    ['signed by nobody', event, { 'webhook-signature': undefined }, 401, 'signature_missing'],
    ['of another organisation', { ...event, tenantId: elsewhere }, {}, 403, 'tenant_mismatch'],
    ['of another type', { ...event, bizType: 'travel' }, {}, 403, 'biz_type_mismatch'],
    ['that is no JSON', '{', {}, 400, 'invalid'],
    ['that is no event', { eventId: 'x' }, {}, 400, 'invalid'],
    ['less than its type says', { ...event, type: 'task.created' }, {}, 400, 'invalid'],
  ] as const)('%s', async (_, body, headers, status, code) => {
    const { send, seen } = setUp()
    const answer = await send(body, headers)
    expect(answer).toMatchObject({ status, json: { code: `event.${code}`, status } })
    expect(answer.headers).toEqual({ 'content-type': 'application/problem+json' })
    expect(seen).toEqual([])
  })

  it('[EVT-01] whose signature is good, and is over another event than the one inside', async () => {
    const { send } = setUp()
    const text = JSON.stringify(event)
    const answer = await send(event, signer.headers(makeEvent(1).eventId, text, now))
    expect(answer.json).toMatchObject({
      code: 'event.signature_invalid',
      detail: 'webhook-id is not the eventId.',
    })
  })

  it('whose text is not UTF-8, even in a place that a reader would repair', async () => {
    const { receiver } = setUp({ signatureKeys: false })
    const text = JSON.stringify({ ...event, bizId: '#' })
    const bytes = Buffer.from(text)
    bytes[text.indexOf('#')] = 0xff
    const answer = await receiver.receive({
      headers: { authorization: 'Bearer good' },
      readBody: async () => bytes,
    })
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'event.invalid',
      detail: 'The body is not JSON.',
    })
  })

  it('without a good token, and the answer says so as RFC 6750 has it', async () => {
    const { send } = setUp()
    const answer = await send(event, { authorization: 'Bearer bad' })
    expect(answer).toMatchObject({ status: 401, asked: [], json: { code: 'auth.invalid_token' } })
    expect(answer.headers).toEqual({
      'content-type': 'application/problem+json',
      'www-authenticate': expect.stringMatching(/^Bearer .*error="invalid_token"/),
    })
  })
})

it('takes the first of headers that came several times', async () => {
  const { send } = setUp({ signatureKeys: false })
  expect((await send(makeEvent(1), { authorization: ['Bearer good', 'x'] })).status).toBe(200)
  expect((await send(makeEvent(2), { authorization: ['x', 'Bearer good'] })).status).toBe(401)
})

it('looks at no signature where the application says so, nor at the id that it is over', async () => {
  const { send } = setUp({ signatureKeys: false })
  const unsigned = { 'webhook-signature': undefined, 'webhook-id': 'another' }
  expect((await send(makeEvent(1), unsigned)).status).toBe(200)
})

it.each([
  [undefined, 300],
  [10, 10],
])('takes signatures for %s seconds (%i)', async (signatureToleranceSeconds, seconds) => {
  const { send } = setUp(
    signatureToleranceSeconds === undefined ? {} : { signatureToleranceSeconds },
  )
  const old = (age: number) => new Date(now.getTime() - age * 1000)
  expect((await send(makeEvent(1), {}, old(seconds))).status).toBe(200)
  const late = await send(makeEvent(2), {}, old(seconds + 1))
  expect(late.json).toMatchObject({ code: 'event.signature_expired' })
})

describe('the keys of signatures', () => {
  it('are asked for again, newer than now, when those at hand fit none', async () => {
    const asked: unknown[] = []
    const keys = [createEventSigner().publicKey]
    const { send } = setUp({
      signatureKeys: {
        get: async (newerThan) => {
          asked.push(newerThan)
          return newerThan === undefined ? keys : [...keys, signer.publicKey]
        },
      },
    })
    expect((await send(makeEvent(1))).status).toBe(200)
    expect(asked).toEqual([undefined, now.getTime()])
  })

  it('are asked for once where they fit', async () => {
    let asked = 0
    const { send } = setUp({
      signatureKeys: {
        get: async () => {
          asked += 1
          return [signer.publicKey]
        },
      },
    })
    await send(makeEvent(1))
    expect(asked).toBe(1)
  })

  it('are read where they are published, on the clock of the receiver', async () => {
    let [asked, time] = [0, now.getTime()]
    const server = createServer((_request, response) => {
      asked += 1
      response.end(JSON.stringify({ keys: [signer.jwk] }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const { send } = setUp({
      signatureKeys: `http://127.0.0.1:${port}/`,
      now: () => new Date(time),
    })
    for (const [sequence, wait] of [
      [1, 0],
      [2, 300_000],
      [3, 1],
    ] as const) {
      time += wait
      expect((await send(makeEvent(sequence), {}, new Date(time))).status).toBe(200)
    }
    expect(asked).toBe(2)
  })

  it('that cannot be read are no fault of the sender', async () => {
    const { send } = setUp({
      signatureKeys: {
        get: async () => {
          throw new EventRefused('event.signature_keys_unavailable')
        },
      },
    })
    expect(await send(makeEvent(1))).toMatchObject({
      status: 503,
      json: { code: 'event.signature_keys_unavailable', title: 'The event keys cannot be read' },
    })
  })
})

it('keeps the place of a type that came after it, and hands it to nobody', async () => {
  const { send, seen } = setUp()
  expect((await send({ ...makeEvent(1), type: 'instance.escalated' })).status).toBe(200)
  await send(makeEvent(2))
  expect(seen).toMatchObject([{ sequence: 2 }])
})

it('[EVT-04] says to the log why, and to the sender no more than that it has to come again', async () => {
  const told: unknown[] = []
  const failure = new Error('the ledger is closed, password hunter2')
  const { send } = setUp({
    apply: async () => {
      throw failure
    },
    onRefused: (error, event) => told.push([error, event?.sequence]),
  })
  const answer = await send(makeEvent(1))
  expect(answer).toMatchObject({ status: 500, json: { code: 'event.not_applied' } })
  expect(answer.body).not.toContain('hunter2')
  await send('{')
  expect(told).toEqual([
    [failure, 1],
    [expect.objectContaining({ code: 'event.invalid' }), undefined],
  ])
})

it('[BPM-19] answers a gap with the number that is next', async () => {
  const { send } = setUp()
  expect(await send(makeEvent(3))).toMatchObject({ status: 409, body: '{"expected":1}' })
})

it.each([undefined, 'expense', []])('does not begin with %j for its types', (bizTypes) => {
  expect(() => setUp({ bizTypes: bizTypes as never })).toThrow(
    'an event receiver needs its bizTypes (false: all)',
  )
})

it('takes events of any type where it says so', async () => {
  const { send } = setUp({ bizTypes: false })
  expect((await send(makeEvent(1, { bizType: 'travel' }))).status).toBe(200)
})

it.each([
  [undefined, '2026-01-01T08:30:00.000Z'],
  [1, '2026-01-30T08:30:00.000Z'],
])('deletes rows of %s days in batches, until one is not full', async (retentionDays, before) => {
  const asked: unknown[] = []
  const batches = [5_000, 5_000, 4_999, 7]
  const { receiver } = setUp({
    ...(retentionDays === undefined ? {} : { retentionDays }),
    store: {
      ...memoryStore(),
      prune: async (...args) => {
        asked.push(args)
        return batches.shift() ?? 0
      },
    },
  })
  expect(await receiver.prune()).toBe(14_999)
  expect(asked).toEqual(Array.from({ length: 3 }, () => [new Date(before), 5_000]))
})

describe('several events in one request', () => {
  const [one, two, three] = [makeEvent(1), makeEvent(2), makeEvent(3)]
  const sequences = (seen: readonly unknown[]) =>
    (seen as { sequence: number }[]).map(({ sequence }) => sequence)

  it('[EVT-02] [EVT-03] are applied one after the other, and those that are known once', async () => {
    const { send, seen } = setUp()
    expect((await send(together(one, two))).json).toEqual({ result: 'applied' })
    expect((await send(together(one, two, three))).json).toEqual({ result: 'applied' })
    expect((await send(together(two, three))).json).toEqual({ result: 'duplicate' })
    expect(sequences(seen)).toEqual([1, 2, 3])
  })

  it('[EVT-02] keep what came before the one that fails, which tells why when it comes alone', async () => {
    const failure = new Error('no such invoice')
    const told: unknown[] = []
    const { send, seen } = setUp({
      apply: async (_tx, { sequence }) => {
        if (sequence === 2) throw failure
        seen.push({ sequence })
      },
      onRefused: (error, event) => told.push([error, event?.sequence]),
    })

    expect(await send(together(one, two, three))).toMatchObject({
      status: 409,
      json: { expected: 2 },
    })
    expect(await send(two)).toMatchObject({ status: 500, json: { code: 'event.not_applied' } })
    expect(await send(together(two, three))).toMatchObject({ status: 500 })
    expect(sequences(seen)).toEqual([1])
    expect(told).toEqual([
      [failure, 2],
      [failure, 2],
      [failure, 2],
    ])
  })

  it('[EVT-02] are answered before the sender hangs up: what is left comes again', async () => {
    let seconds = 0
    const applied: number[] = []
    const { send } = setUp({
      now: () => new Date(now.getTime() + seconds * 1000),
      apply: async (_tx, { sequence }) => {
        applied.push(sequence)
        seconds += 3
      },
    })
    expect(await send(together(one, two, three))).toMatchObject({
      status: 409,
      json: { expected: 3 },
    })
    expect(applied).toEqual([1, 2])
    // However late one alone is, it is applied.
    expect((await send(three)).status).toBe(200)
  })

  it('[EVT-03] go back to what is missing before the first', async () => {
    const { send, seen } = setUp()
    await send(one)
    expect(await send(together(three, makeEvent(4)))).toMatchObject({
      status: 409,
      json: { expected: 2 },
    })
    expect(sequences(seen)).toEqual([1])
  })

  it.each([
    [
      'of which one is of another organisation',
      { ...two, tenantId: one.instanceId },
      403,
      'tenant_mismatch',
    ],
    ['of which one is of another type', { ...two, bizType: 'travel' }, 403, 'biz_type_mismatch'],
    ['of which one is no event', { eventId: two.eventId }, 400, 'invalid'],
    ['of two approvals', { ...two, instanceId: one.eventId }, 400, 'invalid'],
  ])('[EVT-01] %s are refused whole', async (_, other, status, code) => {
    const { send, seen } = setUp()
    const answer = await send(together(one, other))
    expect(answer).toMatchObject({ status, json: { code: `event.${code}` } })
    expect(seen).toEqual([])
  })

  it.each([
    ['that are none', []],
    ['that are something else', [one]],
    ['that are nothing', [null]],
    ['without what is in them', [{ specversion: '1.0' }]],
  ])('[EVT-01] %s are refused', async (_, body) => {
    const { send } = setUp({ signatureKeys: false })
    expect((await send(body)).json).toMatchObject({ code: 'event.invalid', status: 400 })
  })

  it('[EVT-01] are signed under the id of the last', async () => {
    const { send } = setUp()
    const text = JSON.stringify(together(one, two))
    const answer = await send(together(one, two), signer.headers(one.eventId, text, now))
    expect(answer.json).toMatchObject({ detail: 'webhook-id is not the eventId.' })
  })

  it('are each of the trace that they came from', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const { send, seen } = setUp()
    const [first, second] = together(one, two)
    const ofHop = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`
    const items = [
      { ...first, traceparent },
      { ...second, traceparent: 7 },
    ]
    await send(items, { traceparent: ofHop })
    expect(seen).toEqual([
      { sequence: 1, trace: { traceparent, traceId: 'a'.repeat(32) } },
      { sequence: 2, trace: { traceparent: ofHop, traceId: 'c'.repeat(32) } },
    ])
  })
})
