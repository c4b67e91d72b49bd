import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import { LANES_AT_ONCE } from '../src/features/deliveries/dispatch/dispatcher.ts'
import type { LaneEvent, ReadyRoute } from '../src/features/deliveries/dispatch/lease-queries.ts'
import { sendEvents, type SendDeps } from '../src/features/deliveries/dispatch/send.ts'

/** What has to be delivered: instance `i` goes to endpoint `i % endpoints`. */
export interface Workload {
  readonly instances: number
  readonly eventsPerInstance: number
  readonly endpoints: number
}

/** What a worker process is told. */
export interface WorkerSettings {
  readonly contender: string
  readonly databaseUrl: string
  readonly origin: string
  readonly workload: Workload
  /** Its number among the workers, from 0, and how many there are. */
  readonly index: number
  readonly workers: number
}

/** A way to get the events out. */
export interface Contender {
  /** Fills an empty database. */
  seed(databaseUrl: string, workload: Workload): Promise<void>
  /** Readies a worker; the answer runs it until the signal. */
  prepare(settings: WorkerSettings): Promise<(signal: AbortSignal) => Promise<void>>
}

/** Requests that one worker may have under way, whatever the contender: ours gives one tenant half. */
export const REQUESTS_AT_ONCE = LANES_AT_ONCE / 2
export const TENANT_ID = '0199c0de-0000-7000-8000-000000000000'
export const TOKEN = randomBytes(700).toString('base64url')

/** An event as a job carries it. */
export interface Job extends LaneEvent {
  readonly instanceId: string
  readonly endpoint: number
}

export const routeOf = (origin: string, endpoint: number): ReadyRoute => ({
  tenantId: TENANT_ID,
  bizType: `bench-${endpoint}`,
  bizTypeVersion: '1',
  origin,
  path: `/e/${endpoint}`,
  maxEvents: 1,
  allowedOrigins: [],
})

/** The events of an instance. Ids follow from the numbers, so that every contender sends the same. */
export function eventsOf(workload: Workload, instance: number): Job[] {
  return Array.from({ length: workload.eventsPerInstance }, (_, index) =>
    eventOf(workload, instance, index + 1),
  )
}

function eventOf(workload: Workload, instance: number, sequence: number): Job {
  const instanceId = idOf(`instance ${instance}`)
  const endpoint = instance % workload.endpoints
  const eventId = idOf(`event ${instance}/${sequence}`)
  const body = JSON.stringify({
    eventId,
    sequence,
    type: 'variables.updated',
    occurredAt: '2026-01-31T08:30:00.123Z',
    tenantId: TENANT_ID,
    instanceId,
    bizType: `bench-${endpoint}`,
    bizTypeVersion: '1',
    bizId: `E-${instance}`,
    status: 'RUNNING',
    round: 1,
    actor: { id: TENANT_ID, name: 'Employee of the month' },
    variables: { amount: 1200.5, reason: 'stand, travel and hotel for the fair', rest: sequence },
  })
  return { instanceId, endpoint, eventId, sequence, type: 'variables.updated', body }
}

/** Every event in the order in which approvals make them: the first of all instances, then the next. */
export function* inOrderOfTime(workload: Workload, size: number): Generator<Job[]> {
  for (let sequence = 1; sequence <= workload.eventsPerInstance; sequence++) {
    for (let from = 0; from < workload.instances; from += size) {
      const count = Math.min(size, workload.instances - from)
      yield Array.from({ length: count }, (_, index) => eventOf(workload, from + index, sequence))
    }
  }
}

/** Instances in groups, so that no statement gets too long. */
export function* inGroups(workload: Workload, size: number): Generator<Job[][]> {
  for (let from = 0; from < workload.instances; from += size) {
    const count = Math.min(size, workload.instances - from)
    yield Array.from({ length: count }, (_, index) => eventsOf(workload, from + index))
  }
}

function idOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The HTTP call of an event, as every contender makes it: signed, with a token, under a deadline. */
export function createSend(origin: string) {
  const { privateKey } = generateKeyPairSync('ed25519')
  const deps: SendDeps = {
    now: () => new Date(),
    callbackOrigins: [origin],
    publicUrl: 'http://platform.test',
    serviceTokens: { get: async () => TOKEN, invalidate: () => undefined },
    http: createWebhookClient({ userAgent: 'countersign-bpm' }),
    signer: {
      async sign(eventId, body) {
        const timestamp = String(Math.floor(Date.now() / 1000))
        const signature = sign(null, Buffer.from(`${eventId}.${timestamp}.${body}`), privateKey)
        return {
          'webhook-id': eventId,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1a,${signature.toString('base64')}`,
        }
      },
    },
  }
  return async (job: Job, signal: AbortSignal): Promise<boolean> => {
    const route = routeOf(origin, job.endpoint)
    const sent = await sendEvents(deps, route, job.instanceId, [job], signal)
    return sent.result.outcome === 'delivered'
  }
}

/** Runs `work` for each item, some at a time. */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  atOnce: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const lanes = Array.from({ length: atOnce }, async () => {
    for (let next = rest.next(); !signal.aborted && next.done !== true; next = rest.next()) {
      await work(next.value)
    }
  })
  await Promise.all(lanes)
}
