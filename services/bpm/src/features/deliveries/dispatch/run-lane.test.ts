import { AddressForbidden, type WebhookAnswer } from '@countersign/service-kit/webhook-client'
import { describe, expect, it } from 'vitest'
import { createCircuitBreakers } from './circuit-breaker.ts'
import type { LeasedLane } from './lease-queries.ts'
import { createRequestSizes } from './request-sizes.ts'
import { endpointOf, ownEndpointOf, runLane } from './run-lane.ts'
import type { SendDeps } from './send.ts'

const lane: LeasedLane = {
  tenantId: 't',
  instanceId: 'i',
  leaseId: 'l',
  nextSequence: 1,
  acknowledgedSequence: 0,
  attempts: 0,
  failingForMs: 0,
  route: {
    tenantId: 't',
    bizType: 'expense',
    bizTypeVersion: '1',
    allowedOrigins: [],
    origin: 'http://app.test',
    path: '/events',
    maxEvents: 1,
  },
  waitedSeconds: 0,
  events: [
    {
      eventId: 'e',
      sequence: 1,
      type: 'instance.started',
      body: '{"occurredAt":"x"}',
    },
  ],
}

const noToken = {
  get: () => Promise.reject(new Error('iam is away')),
  invalidate: () => undefined,
}
const anyToken = { get: async () => 'token', invalidate: () => undefined }

async function runFive(serviceTokens: SendDeps['serviceTokens']) {
  const breakers = createCircuitBreakers(() => 0)
  const send = {
    now: () => new Date(),
    callbackOrigins: [],
    publicUrl: 'http://platform.test',
    http: {
      post: () => Promise.reject(new AddressForbidden('app.test')),
      close: async () => undefined,
    },
    signer: { sign: async () => ({}) },
    serviceTokens,
  }
  const run = () =>
    runLane(
      { send, breakers, sizes: createRequestSizes(20), random: () => 0 },
      lane,
      performance.now() + 15_000,
      new AbortController().signal,
    )
  return { breakers, results: await Promise.all(Array.from({ length: 5 }, run)) }
}

it('lets a tenant rest while there is no token for its endpoint, and counts nothing against its lanes', async () => {
  const { breakers, results } = await runFive(noToken)

  // Else each of many waiting lanes would be claimed and given back every second.
  expect(breakers.room(ownEndpointOf(lane))).toBe(0)
  expect(breakers.room(endpointOf(lane))).toBe(16)
  expect(results.map(({ progress, attempts }) => [progress.attempts, attempts])).toEqual(
    Array.from({ length: 5 }, () => [0, []]),
  )
})

it('lets a tenant rest that may not send to an address, which another tenant may', async () => {
  const { breakers, results } = await runFive(anyToken)

  expect(breakers.room(ownEndpointOf(lane))).toBe(0)
  expect(breakers.room(endpointOf(lane))).toBe(16)
  expect(results.map(({ progress }) => progress.attempts)).toEqual([1, 1, 1, 1, 1])
})

describe('several events in one request', () => {
  const events = [1, 2, 3, 4, 5].map((sequence) => ({
    eventId: `e${sequence}`,
    sequence,
    type: 'task.created',
    body: JSON.stringify({ sequence, occurredAt: 'x' }),
    traceparent: sequence === 1 ? 'of the first' : null,
  }))

  interface Sent {
    readonly sequences: readonly number[]
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }

  /** Runs a lane of five events; `answer` is the receiver. */
  async function run(
    answer: (sequences: readonly number[]) => Partial<WebhookAnswer>,
    { attempts = 0, acknowledged = 0, maxEvents = 20, sizes = createRequestSizes(20) } = {},
  ) {
    const sent: Sent[] = []
    const signed: (readonly [string, string])[] = []
    const send: SendDeps = {
      now: () => new Date(),
      callbackOrigins: [],
      publicUrl: 'http://platform.test',
      http: {
        async post({ headers, body }) {
          const parsed = JSON.parse(String(body)) as
            { sequence: number } | { data: { sequence: number } }[]
          const items = Array.isArray(parsed) ? parsed.map(({ data }) => data) : [parsed]
          const sequences = items.map(({ sequence }) => sequence)
          sent.push({ sequences, headers, body: String(body) })
          return { status: 204, headers: {}, excerpt: '', isPublic: true, ...answer(sequences) }
        },
        close: async () => undefined,
      },
      signer: {
        async sign(id, body) {
          signed.push([id, body])
          return {}
        },
      },
      serviceTokens: anyToken,
    }
    const result = await runLane(
      { send, breakers: createCircuitBreakers(() => 0), sizes, random: () => 0 },
      {
        ...lane,
        attempts,
        acknowledgedSequence: acknowledged,
        events,
        route: { ...lane.route, maxEvents },
      },
      performance.now() + 15_000,
      new AbortController().signal,
    )
    return { ...result, sent, signed, asked: sent.map(({ sequences }) => sequences) }
  }
  const outcomes = ({ attempts }: Awaited<ReturnType<typeof run>>) =>
    attempts.map(({ eventId, outcome }) => `${eventId} ${outcome}`)

  it('[BPM-17] go in batched mode of CloudEvents, signed once, under the id of the last', async () => {
    const { sent, signed, progress, attempts } = await run(() => ({}))

    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers).toMatchObject({ 'content-type': 'application/cloudevents-batch+json' })
    expect(Object.keys(sent[0]?.headers ?? {}).filter((name) => name.startsWith('ce-'))).toEqual([])
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual(
      events.map(({ eventId, sequence, body, traceparent }) => ({
        specversion: '1.0',
        id: eventId,
        type: 'task.created',
        source: 'http://platform.test/api/bpm/v1',
        subject: 'i',
        time: 'x',
        sequence: String(sequence),
        ...(traceparent === null ? {} : { traceparent }),
        datacontenttype: 'application/json',
        data: JSON.parse(body) as unknown,
      })),
    )
    expect(signed).toEqual([['e5', sent[0]?.body]])
    expect(progress).toMatchObject({ nextSequence: 6, acknowledgedSequence: 5 })
    expect(attempts.map(({ eventId }) => eventId)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5'])
  })

  it('[BPM-17] are no more than the receiver asks for, and one goes as it always does', async () => {
    const { asked, sent } = await run(() => ({}), { maxEvents: 2 })

    expect(asked).toEqual([[1, 2], [3, 4], [5]])
    expect(sent[2]).toMatchObject({ body: events[4]?.body, headers: { 'ce-id': 'e5' } })
  })

  it('[BPM-18] keep what was taken before the one that was refused, which comes again alone', async () => {
    const ran = await run((sequences) => {
      if (sequences.length === 1) return { status: 422 }
      return { status: 409, excerpt: '{"expected":3}' }
    })

    expect(ran.asked).toEqual([[1, 2, 3, 4, 5], [3]])
    expect(outcomes(ran)).toEqual(['e1 delivered', 'e2 delivered', 'e3 refused', 'e3 refused'])
    expect(ran.progress).toMatchObject({ nextSequence: 3, acknowledgedSequence: 2, attempts: 1 })
    expect(ran).toMatchObject({ advanced: true, delayMs: 800 })
  })

  it('[BPM-18] wait as long as Retry-After says behind those that were taken', async () => {
    const ran = await run(() => ({
      status: 409,
      excerpt: '{"expected":4}',
      headers: { 'retry-after': '30' },
    }))

    expect(ran.asked).toEqual([[1, 2, 3, 4, 5]])
    expect(ran.progress).toMatchObject({ nextSequence: 4, attempts: 0 })
    expect(ran.delayMs).toBe(30_000)
  })

  it('[BPM-18] learns how many a receiver can take', async () => {
    const sizes = createRequestSizes(20)
    const upToTwo = (sequences: readonly number[]) => ({ status: sequences.length > 2 ? 413 : 204 })
    const rounds = []
    for (let round = 0; round < 3; round += 1) rounds.push(await run(upToTwo, { sizes }))

    expect(rounds.map(({ asked }) => asked)).toEqual([
      [[1, 2, 3, 4, 5]],
      [[1, 2], [3, 4], [5]],
      [[1, 2], [3, 4], [5]],
    ])
    for (let taken = 0; taken < 8; taken += 1) await run(upToTwo, { sizes })
    expect((await run(upToTwo, { sizes })).asked).toEqual([[1, 2, 3]])
    expect((await run(() => ({ status: 503 }), { sizes })).asked).toEqual([[1]])
  })

  it('[BPM-18] go together where they are only repeated', async () => {
    const { asked } = await run(() => ({}), { attempts: 1, acknowledged: 5 })

    expect(asked).toEqual([[1, 2, 3, 4, 5]])
  })

  it('[BPM-18] go on together behind the one that went alone', async () => {
    const { asked, progress } = await run((sequences) =>
      sequences[0] === 1 ? { status: 409, excerpt: '{"expected":2}' } : {},
    )

    expect(asked).toEqual([[1, 2, 3, 4, 5], [2], [3, 4, 5]])
    expect(progress.nextSequence).toBe(6)
  })

  it.each([
    ['fails', { status: 500 }, 'failed'],
    ['is too large for it', { status: 413 }, 'refused'],
    ['is ahead', { status: 409, excerpt: '{"expected":1}' }, 'refused'],
  ])('[BPM-18] are none of them taken when the request %s', async (_, answer, outcome) => {
    const ran = await run(() => answer)

    expect(ran.asked).toEqual([[1, 2, 3, 4, 5]])
    expect(new Set(ran.attempts.map((attempt) => attempt.outcome))).toEqual(new Set([outcome]))
    expect(ran.progress).toMatchObject({ nextSequence: 1, attempts: 1 })
  })

  it('[BPM-18] are sent one by one after a failure, until one is taken', async () => {
    const { asked } = await run(() => ({}), { attempts: 1 })

    expect(asked).toEqual([[1], [2, 3, 4, 5]])
  })
})
