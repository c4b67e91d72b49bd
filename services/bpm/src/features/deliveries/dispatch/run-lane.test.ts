import { AddressForbidden } from '@countersign/service-kit/webhook-client'
import { expect, it } from 'vitest'
import { createCircuitBreakers } from './circuit-breaker.ts'
import type { LeasedLane } from './lease-queries.ts'
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
      { send, breakers, random: () => 0 },
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
