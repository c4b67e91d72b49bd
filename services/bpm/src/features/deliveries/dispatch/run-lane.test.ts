import { expect, it } from 'vitest'
import { createCircuitBreakers } from './circuit-breaker.ts'
import type { LeasedLane } from './lease-queries.ts'
import { endpointOf, runLane } from './run-lane.ts'

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

it('lets an endpoint rest while there is no token for it, and counts nothing against its lanes', async () => {
  const breakers = createCircuitBreakers(() => 0)
  const send = {
    now: () => new Date(),
    callbackOrigins: [],
    publicUrl: 'http://platform.test',
    http: { post: () => Promise.reject(new Error('sent')), close: async () => undefined },
    signer: { sign: async () => ({}) },
    serviceTokens: {
      get: () => Promise.reject(new Error('iam is away')),
      invalidate: () => undefined,
    },
  }
  const run = () =>
    runLane(
      { send, breakers, random: () => 0 },
      lane,
      performance.now() + 15_000,
      new AbortController().signal,
    )

  const results = await Promise.all(Array.from({ length: 5 }, run))

  // Else each of many waiting lanes would be claimed and given back every second.
  expect(breakers.room(endpointOf(lane))).toBe(0)
  expect(results.map(({ progress, attempts }) => [progress.attempts, attempts])).toEqual(
    Array.from({ length: 5 }, () => [0, []]),
  )
})
