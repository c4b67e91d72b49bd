import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createVerifier } from '@countersign/auth-verifier'
import { createTestIssuer, type TestIssuer } from '@countersign/auth-verifier/testing'
import { createEventReceiver, receiverTables } from '@countersign/event-receiver'
import { expressEventReceiver } from '@countersign/event-receiver/express'
import { kyselyStore } from '@countersign/event-receiver/kysely'
import { createDatabase } from '@countersign/service-kit/db'
import { createApp, type App } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { inTransaction } from '@countersign/service-kit/transaction'
import { useDatabase } from '@countersign/test-kit/database'
import { sql, type Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database, Schema } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { enqueueEvents } from './enqueue.ts'
import { deliveryRoutes } from './routes.ts'
import { addBizType, addInstance, migrations } from './testing.ts'

// Real processes, real sockets, real PostgreSQL, and the receiver that business applications use:
// whatever happens in between, each event takes effect once and in order.

interface ReceiverTables {
  ledger: { instance_id: string; sequence: number }
}

type Fault =
  'none' | 'reset before' | 'reset after commit' | 'hang after commit' | 'hang' | 500 | 429

const log = createLogger({ service: 'test', level: 'silent' })
const sealingKey = Buffer.alloc(32, 7).toString('base64url')
const entry = fileURLToPath(new URL('fixtures/dispatcher-process.ts', import.meta.url))
const waiting = { timeout: 40_000, interval: 25 }

let databaseUrl: string
let db: Database
let books: Kysely<ReceiverTables>
let issuer: TestIssuer
let platform: App
let tokens: Server
let application: Server
let tenantId: string
let faultOf: (request: IncomingMessage) => Fault
let requests: number
let asked: number[]
let processes: ChildProcess[]

beforeAll(async () => {
  databaseUrl = (await useDatabase({ migrations })).url
  db = createDatabase<Schema>({ url: databaseUrl, poolSize: 5, applicationName: 'test', log })
  const { url } = await useDatabase()
  books = createDatabase<ReceiverTables>({ url, poolSize: 20, applicationName: 'receiver', log })
  await sql
    .raw(
      `${receiverTables} create table ledger (
    at bigint generated always as identity, instance_id uuid, sequence integer)`,
    )
    .execute(books)
  issuer = await createTestIssuer()
  await startPlatform()
  tokens = await listen((request, response) => void answerToken(request, response))
  application = await startApplication()
})
afterAll(async () => {
  application.closeAllConnections()
  application.close()
  tokens.closeAllConnections()
  tokens.close()
  await platform.close()
  await issuer.close()
  await db.destroy()
  await books.destroy()
})
beforeEach(async () => {
  processes = []
  requests = 0
  asked = []
  faultOf = () => 'none'
  tenantId = uuidv7()
  await addBizType(db, { tenantId, code: 'expense', origin: originOf(application) })
})
afterEach(async () => {
  await Promise.all(processes.map(kill))
})

async function startPlatform(): Promise<void> {
  const verifier = createVerifier(issuer)
  platform = await createApp({ service: 'bpm', version: '0', log, verifier, problems })
  deliveryRoutes(platform, {
    ...{ db, log, now: () => new Date(), callbackOrigins: [], publicUrl: 'http://platform.test' },
    sealer: createSealer(sealingKey),
    serviceTokens: { get: async () => 'unused', invalidate: () => undefined },
  })
  await platform.listen({ port: 0, host: '127.0.0.1' })
}

async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let form = ''
  for await (const chunk of request) form += String(chunk)
  const scopes = (new URLSearchParams(form).get('scope') ?? '').split(' ')
  const of = scopes.find((scope) => scope.startsWith('tenant:'))?.slice('tenant:'.length) ?? ''
  const access_token = issuer.serviceToken({ clientId: 'workflow', scopes, tenantId: of })
  const answer = { access_token, token_type: 'Bearer', expires_in: 600 }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
}

function startApplication(): Promise<Server> {
  const receive = expressEventReceiver(
    createEventReceiver({
      verifier: createVerifier(issuer),
      workflowClientId: 'workflow',
      signatureKeys: `${originOf(platform.server)}/api/bpm/v1/event-keys`,
      store: kyselyStore(books),
      apply: async (tx, { instanceId, sequence }) => {
        await tx.insertInto('ledger').values({ instance_id: instanceId, sequence }).execute()
      },
    }),
  )
  return listen((request, response) => {
    requests += 1
    asked.push(Number(request.headers['ce-sequence']))
    const fault = faultOf(request)
    if (fault === 'hang') return
    if (fault === 'reset before') return void request.socket.resetAndDestroy()
    if (typeof fault === 'number') return void response.writeHead(fault).end()
    if (fault === 'none') return receive(request, response)
    // The change is committed; the answer to it never gets out.
    const end = () =>
      fault === 'reset after commit' ? request.socket.resetAndDestroy() : undefined
    receive(request, Object.assign(response, { writeHead: () => response, end }))
  })
}

async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const originOf = (server: Pick<Server, 'address'>) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function startProcess(): ChildProcess {
  const settings = {
    databaseUrl,
    tokenUrl: originOf(tokens),
    origins: [originOf(application)],
    sealingKey,
  }
  const child = spawn(process.execPath, ['--conditions=source', entry, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  processes.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function enqueue(instanceId: string, count: number): Promise<void> {
  const instance = { id: instanceId, tenantId, bizType: 'expense', bizTypeVersion: '1', bizId: 'E' }
  const event = { type: 'instance.started' as const, occurredAt: new Date() }
  const events = Array.from({ length: count }, () => event)
  const state = { status: 'RUNNING' as const, round: 1 }
  await addInstance(db, instance)
  await inTransaction(db, (tx) => enqueueEvents(tx, { ...instance, ...state }, events))
}

// Stands for the time that a lease takes to end, which is the same to everyone but the test.
const endLeases = () =>
  sql`update delivery_lanes set due_at = now() where lease_id is not null`.execute(db)

async function applied(instanceId: string): Promise<number[]> {
  const rows = await books
    .selectFrom('ledger')
    .where('instance_id', '=', instanceId)
    .select('sequence')
    .orderBy(sql`at`)
    .execute()
  return rows.map(({ sequence }) => sequence)
}

const acknowledged = async (instanceId: string) =>
  (
    await sql<{ acknowledged_sequence: number; lease_id: string | null }>`
      select acknowledged_sequence, lease_id from delivery_lanes
      where instance_id = ${instanceId}`.execute(db)
  ).rows[0]

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it.each([
  ['while the request waits to be taken', 'hang', []],
  ['after the receiver committed and before it answered', 'hang after commit', [1]],
] as const)(
  '[BPM-18] delivers once what was under way when the process was killed %s',
  async (_when, fault, effect) => {
    const instanceId = uuidv7()
    await enqueue(instanceId, 3)
    faultOf = () => fault
    const first = startProcess()
    await vi.waitFor(() => expect(requests).toBe(1), waiting)
    await vi.waitFor(async () => expect(await applied(instanceId)).toEqual(effect), waiting)

    await kill(first)
    faultOf = () => 'none'
    await endLeases()
    startProcess()

    await vi.waitFor(async () => {
      expect(await acknowledged(instanceId)).toMatchObject({ acknowledged_sequence: 3 })
    }, waiting)
    expect(await applied(instanceId)).toEqual([1, 2, 3])
  },
)

it('[BPM-18] loses nothing that was enqueued before any process ran', async () => {
  const instanceId = uuidv7()
  await enqueue(instanceId, 30)
  await kill(startProcess())

  startProcess()

  await vi.waitFor(async () => expect(await applied(instanceId)).toEqual(upTo(30)), waiting)
})

it('[BPM-19] takes nothing from a process that stood still past its lease', async () => {
  const instanceId = uuidv7()
  await enqueue(instanceId, 6)
  faultOf = () => 'hang after commit'
  const late = startProcess()
  await vi.waitFor(async () => expect(await applied(instanceId)).toEqual([1]), waiting)
  const lateLease = (await acknowledged(instanceId))?.lease_id
  late.kill('SIGSTOP')

  faultOf = () => 'none'
  await endLeases()
  const other = startProcess()
  await vi.waitFor(async () => expect(await applied(instanceId)).toEqual(upTo(6)), waiting)
  await vi.waitFor(async () => {
    expect(await acknowledged(instanceId)).toMatchObject({ lease_id: null })
  }, waiting)
  await kill(other)

  // It wakes up and finds its request cut: what it makes of that must not count any more.
  asked = []
  application.closeAllConnections()
  late.kill('SIGCONT')
  await enqueue(instanceId, 2)
  await vi.waitFor(async () => expect(await applied(instanceId)).toEqual(upTo(8)), waiting)

  expect(lateLease).toBeTypeOf('string')
  expect(asked).toEqual([7, 8])
})

it('[BPM-18] [BPM-19] [EVT-03] applies each event once and in order through kills, resets and errors', async () => {
  const instances = Array.from({ length: 25 }, () => uuidv7())
  const faults: Fault[] = ['reset before', 'reset after commit', 500, 429]
  let seen = 0
  // Every seventh request goes wrong, in turn in each way.
  faultOf = () => {
    seen += 1
    return seen % 7 === 0 ? (faults[(seen / 7) % faults.length] ?? 'none') : 'none'
  }

  const startTwo = () => [startProcess(), startProcess()]
  let running = startTwo()
  for (let round = 1; round <= 4; round++) {
    await Promise.all(instances.map((id) => enqueue(id, 3)))
    const goal = requests + 25
    await vi.waitFor(() => expect(requests).toBeGreaterThan(goal), waiting)
    // One is killed in the middle of it, the other loses its connections to the database.
    const [victim, survivor] = running
    if (victim !== undefined && round % 2 === 1) await kill(victim)
    if (survivor !== undefined) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'dispatcher' and datname = current_database()`.execute(db)
    }
    await endLeases()
    if (round % 2 === 1) running = [startProcess(), ...running.slice(1)]
  }

  await vi.waitFor(
    async () => {
      await endLeases()
      const done = await Promise.all(instances.map(applied))
      expect(done.map(({ length }) => length)).toEqual(instances.map(() => 12))
    },
    { timeout: 60_000, interval: 500 },
  )
  for (const id of instances) expect(await applied(id)).toEqual(upTo(12))
}, 90_000)
