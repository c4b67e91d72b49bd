import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import { createEventReceiver, receiverTables } from '@countersign/event-receiver'
import { expressEventReceiver } from '@countersign/event-receiver/express'
import { kyselyStore } from '@countersign/event-receiver/kysely'
import { createDatabase } from '@countersign/service-kit/db'
import { createApp, type App } from '@countersign/service-kit/http'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { createServiceTokens } from '@countersign/service-kit/service-token'
import { inTransaction } from '@countersign/service-kit/transaction'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import { useDatabase } from '@countersign/test-kit/database'
import { programArguments } from '@countersign/test-kit/programs'
import { sql, type Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database, Schema } from '../../../../db/schema.ts'
import { enqueueEvents } from '../../../../outbox/enqueue.ts'
import { addBizType, addInstance } from '../../../../outbox/rows.testing.ts'
import { problems } from '../../../../problems.ts'
import { createEventSigner } from '../../keys/event-keys.ts'
import { addDeliveriesRoutes } from '../../routes.ts'
import type { SendDeps } from '../send.ts'
import type { ProcessSettings } from '../fixtures/dispatcher-process.ts'

/** What goes wrong with a request. */
export type Fault =
  | ('none' | 'reset before' | 'reset after commit' | 'hang after commit' | 'hang' | 'drip')
  | (500 | 429)

interface ReceiverTables {
  ledger: { instance_id: string; sequence: number }
}

const log = createLogger({ service: 'test', level: 'silent' })
const sealingKey = Buffer.alloc(32, 7).toString('base64url')
const entry = new URL('../fixtures/dispatcher-process.ts', import.meta.url)

export type FaultWorld = Awaited<ReturnType<typeof startFaultWorld>>

/**
 * Dispatchers as processes, an application that keeps a ledger with the receiver that business
 * applications use, and whoever gives keys and tokens; all over real sockets.
 */
export async function startFaultWorld(databaseUrl: string) {
  const db = createDatabase<Schema>({ url: databaseUrl, poolSize: 5, applicationName: 'test', log })
  const books = await openBooks()
  const issuer = await createTestIssuer()
  const platform = await startPlatform(issuer, db)
  const tokens = await listen((request, response) => void answerToken(issuer, request, response))
  const world = {
    faultOf: (_request: IncomingMessage): Fault => 'none',
    /** The sequences that were sent, as they came; NaN for several in one request. */
    asked: [] as number[],
    tenantId: '',
    db,
    applied: (instanceId: string) => readLedger(books, instanceId),
    /** What the application has when it was restored to the moment after so many events. */
    forget: (instanceId: string, after: number) => forgetAfter(books, instanceId, after),
  }
  const application = await startApplication(issuer, platform, books, (request) => {
    world.asked.push(Number(request.headers['ce-sequence']))
    return world.faultOf(request)
  })
  const settings = {
    databaseUrl,
    sealingKey,
    tokenUrl: originOf(tokens),
    origins: [originOf(application)],
  }

  return Object.assign(world, {
    application,
    send: sendDepsOf(settings, db),
    ...createProcesses(settings),
    /** Begins anew, in a tenant of its own. */
    async begin(receiver: { readonly maxEvents?: number } = {}) {
      await blockAll(db)
      const tenantId = uuidv7()
      Object.assign(world, { faultOf: () => 'none', asked: [], tenantId })
      const origin = originOf(application)
      await addBizType(db, { ...receiver, tenantId, code: 'expense', origin })
    },
    enqueue: (id: string, count: number) => enqueueStarts(db, world.tenantId, id, count),
    /** Stands for the time that a lease takes to end, which is the same to everyone but the test. */
    endLeases: () =>
      sql`update delivery_lanes set due_at = now() where lease_id is not null`.execute(db),
    lane: (instanceId: string) => findLane(db, instanceId),
    async close() {
      for (const server of [application, tokens]) {
        server.closeAllConnections()
        server.close()
      }
      await Promise.all([platform.close(), issuer.close()])
      await Promise.all([db.destroy(), books.destroy()])
    },
  })
}

/** What sends events in this process. */
function sendDepsOf(
  { sealingKey: key, tokenUrl, origins }: ProcessSettings,
  db: Database,
): SendDeps {
  const now = () => new Date()
  const client = { clientId: 'workflow', clientSecret: 'secret', now }
  return {
    now,
    callbackOrigins: origins,
    publicUrl: 'http://platform.test',
    serviceTokens: createServiceTokens({
      tokenUrl,
      ...client,
      http: createHttpClient({ userAgent: 'test' }),
    }),
    http: createWebhookClient({ userAgent: 'test' }),
    signer: createEventSigner({ db, sealer: createSealer(key), now }),
  }
}

/** Dispatchers, each a process of its own. */
function createProcesses(settings: ProcessSettings) {
  let processes: ChildProcess[] = []
  return {
    startProcess(over: Partial<ProcessSettings> = {}): ChildProcess {
      const argument = JSON.stringify({ ...settings, ...over })
      const child = spawn(process.execPath, [...programArguments(entry), argument], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      processes.push(child)
      return child
    },
    async killAll() {
      await Promise.all(processes.map(kill))
      processes = []
    },
  }
}

async function enqueueStarts(
  db: Database,
  tenantId: string,
  id: string,
  count: number,
): Promise<void> {
  const instance = { id, tenantId, bizType: 'expense' }
  const rest = { bizTypeVersion: '1', bizId: 'E', status: 'RUNNING' as const, round: 1 }
  const event = { type: 'instance.started' as const, occurredAt: new Date() }
  const events = Array.from({ length: count }, () => event)
  await addInstance(db, instance)
  await inTransaction(db, (tx) => enqueueEvents(tx, { ...instance, ...rest }, events))
}

/** The processes of a test must find nothing of the one before. */
async function blockAll(db: Database): Promise<void> {
  await sql`update delivery_lanes set due_at = null, lease_id = null, blocked_at = now()
    where due_at is not null`.execute(db)
}

async function findLane(db: Database, instanceId: string) {
  const { rows } = await sql<{ acknowledged_sequence: number; lease_id: string | null }>`
    select acknowledged_sequence, lease_id from delivery_lanes
    where instance_id = ${instanceId}`.execute(db)
  return rows[0]
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function openBooks(): Promise<Kysely<ReceiverTables>> {
  const { url } = await useDatabase()
  const books = createDatabase<ReceiverTables>({
    url,
    poolSize: 20,
    applicationName: 'receiver',
    log,
  })
  const ledger = `create table ledger (
    at bigint generated always as identity, instance_id uuid, sequence integer)`
  await sql.raw(`${receiverTables} ${ledger}`).execute(books)
  return books
}

async function readLedger(books: Kysely<ReceiverTables>, instanceId: string): Promise<number[]> {
  const rows = await books
    .selectFrom('ledger')
    .where('instance_id', '=', instanceId)
    .select('sequence')
    .orderBy(sql`at`)
    .execute()
  return rows.map(({ sequence }) => sequence)
}

async function forgetAfter(
  books: Kysely<ReceiverTables>,
  instanceId: string,
  after: number,
): Promise<void> {
  await sql`with marks as (
      update workflow_event_positions set last_sequence = ${after} where instance_id = ${instanceId}
    ), events as (
      delete from workflow_events where instance_id = ${instanceId} and sequence > ${after})
    delete from ledger where instance_id = ${instanceId} and sequence > ${after}`.execute(books)
}

async function startPlatform(issuer: TestIssuer, db: Database): Promise<App> {
  const verifier = createVerifier(issuer)
  const platform = await createApp({
    service: 'bpm',
    version: '0',
    log,
    verifier,
    problems,
    trustedProxies: [],
  })
  addDeliveriesRoutes(platform, {
    db,
    log,
    now: () => new Date(),
    callbackOrigins: [],
    publicUrl: 'http://platform.test',
    sealer: createSealer(sealingKey),
    serviceTokens: { get: async () => 'unused', invalidate: () => undefined },
  })
  await platform.listen({ port: 0, host: '127.0.0.1' })
  return platform
}

async function answerToken(
  issuer: TestIssuer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let form = ''
  for await (const chunk of request) form += String(chunk)
  const asked = new URLSearchParams(form)
  const scopes = (asked.get('scope') ?? '').split(' ')
  const of = scopes.find((scope) => scope.startsWith('tenant:'))?.slice('tenant:'.length) ?? ''
  const claims = { aud: [issuer.issuer, asked.get('resource')] }
  const access_token = issuer.serviceToken({ clientId: 'workflow', scopes, tenantId: of, claims })
  const answer = { access_token, token_type: 'Bearer', expires_in: 600 }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
}

async function startApplication(
  issuer: TestIssuer,
  platform: App,
  books: Kysely<ReceiverTables>,
  faultOf: (request: IncomingMessage) => Fault,
): Promise<Server> {
  const server = await listen()
  const receive = expressEventReceiver(
    createEventReceiver({
      verifier: createVerifier(issuer),
      workflowClientId: 'workflow',
      origin: originOf(server),
      bizTypes: ['expense'],
      signatureKeys: `${originOf(platform.server)}/api/bpm/v1/event-keys`,
      store: kyselyStore(books),
      apply: async (tx, { instanceId, sequence }) => {
        await tx.insertInto('ledger').values({ instance_id: instanceId, sequence }).execute()
      },
    }),
  )
  return server.on('request', (request, response) => {
    const fault = faultOf(request)
    if (fault === 'hang') return
    if (fault === 'drip') return dripForEver(request)
    if (fault === 'reset before') return void request.socket.resetAndDestroy()
    if (fault === 429) return void response.writeHead(429, { 'retry-after': '2' }).end()
    if (fault === 500) return void response.writeHead(500).end()
    if (fault === 'none') return receive(request, response)
    // The change is committed; the answer to it never gets out.
    const end = () =>
      fault === 'reset after commit' ? request.socket.resetAndDestroy() : undefined
    receive(request, Object.assign(response, { writeHead: () => response, end }))
  })
}

/** An answer that always goes on and never gets anywhere. */
function dripForEver({ socket }: IncomingMessage): void {
  socket.write('HTTP/1.1 200 OK\r\nx-drip: ')
  const drip = setInterval(() => socket.write('x'), 100)
  socket.on('error', () => undefined).on('close', () => clearInterval(drip))
}

async function listen(
  listener?: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const originOf = (server: Pick<Server, 'address'>) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`
