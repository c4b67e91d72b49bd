import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import { createEventReceiver, type EventReceiver } from '@countersign/event-receiver'
import { createDatabase } from '@countersign/service-kit/db'
import { createApp, type App } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { useDatabase } from '@countersign/test-kit/database'
import { programArguments } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database, Schema } from '../../../db/schema.ts'
import { migrations } from '../../../migrations.ts'
import { problems } from '../../../problems.ts'
import type { DeliveryDeps } from '../deps.ts'
import { addDeliveriesRoutes } from '../routes.ts'
import { createEventSigner } from './event-keys.ts'
import { replaceLostEventKeys, rotateEventKeys } from './rotate.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const sealingKey = Buffer.alloc(32, 1).toString('base64url')
const tenantId = uuidv7()
let databaseUrl: string
let db: Database
let app: App
let issuer: TestIssuer
let deps: DeliveryDeps

beforeAll(async () => {
  databaseUrl = (await useDatabase({ migrations })).url
  db = createDatabase<Schema>({ url: databaseUrl, poolSize: 10, applicationName: 'test', log })
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
    sealer: createSealer(sealingKey),
    serviceTokens: { get: async () => 'token', invalidate: () => undefined },
  }
  addDeliveriesRoutes(app, deps)
})
afterAll(async () => {
  await app.close()
  await issuer.close()
  await db.destroy()
})
beforeEach(() => sql`delete from event_keys`.execute(db))

async function published(): Promise<string[]> {
  const answer = await app.inject('/api/bpm/v1/event-keys')
  return answer.json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid)
}

const letTimePass = (interval: string) =>
  sql`update event_keys set created_at = created_at - ${interval}::interval,
    signs_from = signs_from - ${interval}::interval,
    published_until = published_until - ${interval}::interval`.execute(db)

/** A receiver that reads the published keys once and keeps them. */
async function startReceiver(): Promise<{ receiver: EventReceiver; close: () => void }> {
  let reads = 0
  const server = createServer((_request, response) => {
    reads += 1
    if (reads > 1) return void response.writeHead(503).end()
    void app.inject('/api/bpm/v1/event-keys').then(({ body }) => response.end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver = createEventReceiver<undefined>({
    verifier: createVerifier(issuer),
    workflowClientId: 'workflow',
    origin: false,
    bizTypes: false,
    signatureKeys: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    store: {
      transaction: (work) => work(undefined),
      lockPosition: async () => 0,
      findAppliedId: async () => undefined,
      recordApplied: async () => undefined,
      prune: async () => 0,
    },
    apply: async () => undefined,
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { receiver, close }
}

async function deliverTo(receiver: EventReceiver): Promise<number> {
  const eventId = uuidv7()
  const body = JSON.stringify({
    eventId,
    sequence: 1,
    type: 'instance.started',
    occurredAt: new Date().toISOString(),
    tenantId,
    instanceId: uuidv7(),
    bizType: 'expense',
    bizTypeVersion: '1',
    bizId: 'E-1',
    status: 'RUNNING',
    round: 1,
  })
  const scopes = ['bpm.events']
  const token = issuer.serviceToken({ clientId: 'workflow', tenantId, scopes })
  const { status } = await receiver.receive({
    headers: {
      authorization: `Bearer ${token}`,
      ...(await createEventSigner(deps).sign(eventId, body)),
    },
    readBody: async () => Buffer.from(body),
  })
  return status
}

it('[EVT-01] is survived by a receiver that read the keys before it', async () => {
  const { receiver, close } = await startReceiver()
  const statuses = [await deliverTo(receiver)]
  await letTimePass('10 minutes')

  const rotated = await rotateEventKeys(deps)
  statuses.push(await deliverTo(receiver))
  close()

  expect(rotated.result).toBe('rotated')
  expect(statuses).toEqual([200, 200])
})

it('keeps the next, the current and the previous key published, and drops the last in time', async () => {
  const [current, next] = await published()
  await letTimePass('10 minutes')

  await rotateEventKeys(deps)
  const after = await published()
  await letTimePass('25 hours')
  const later = await published()

  expect(after).toEqual([next, current, expect.any(String)])
  expect(later).toEqual([next, after[2]])
})

it('rotates once when it is asked five times at once, and not before receivers know the key', async () => {
  await published()
  const early = await rotateEventKeys(deps)
  await letTimePass('10 minutes')

  const results = await Promise.all(Array.from({ length: 5 }, () => rotateEventKeys(deps)))

  expect(early).toEqual({ result: 'too_soon', waitSeconds: expect.any(Number) })
  expect(results.filter(({ result }) => result === 'rotated')).toHaveLength(1)
  expect(await published()).toHaveLength(3)
})

it('refuses when the next key does not open, and replaces lost keys, of which the new one signs at once', async () => {
  const [current, next] = await published()
  await letTimePass('10 minutes')
  const afterLoss = { ...deps, sealer: createSealer(Buffer.alloc(32, 2).toString('base64url')) }

  expect(await rotateEventKeys(afterLoss)).toEqual({ result: 'lost', kid: next })
  expect(await published()).toEqual([current, next])
  await expect(createEventSigner(afterLoss).sign('e', '{}')).rejects.toThrow('not sealed')

  const replaced = await Promise.all([1, 2].map(() => replaceLostEventKeys(afterLoss)))
  expect(new Set(replaced).size).toBe(1)
  const [signs] = replaced
  expect(await published()).toEqual([signs, current, expect.any(String)])
  expect(await createEventSigner(afterLoss).sign('e', '{}')).toHaveProperty('webhook-signature')

  expect(await replaceLostEventKeys(afterLoss)).toBe(signs)
  await letTimePass('10 minutes')
  expect((await rotateEventKeys(afterLoss)).result).toBe('rotated')
})

it('is a command, which says when it is too early', async () => {
  const [, next] = await published()
  const cli = new URL('../../../cli.ts', import.meta.url)
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...programArguments(cli), ...args], {
      env: { DATABASE_URL: databaseUrl, KEY_ENCRYPTION_KEY: sealingKey, LOG_LEVEL: 'silent' },
      encoding: 'utf8',
    })
  const early = run('event-keys', 'rotate')
  await letTimePass('10 minutes')
  const done = run('event-keys', 'rotate')

  expect([early.status, early.stderr]).toEqual([1, expect.stringMatching(/again in \d+ s/)])
  expect([done.status, done.stdout]).toEqual([0, `signing with ${next}\n`])
  const kept = run('event-keys', 'replace-lost')
  expect([kept.status, kept.stdout]).toEqual([0, `signing with ${next}\n`])
  expect(run('event-keys').status).toBe(2)
})
