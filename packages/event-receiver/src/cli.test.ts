import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@countersign/test-kit/ports'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createSender } from './conformance/sender.ts'
import { startStandIn, type StandIn } from './conformance/platform.ts'
import { expressEventReceiver } from './express.ts'
import { memoryStore } from './memory-store.ts'
import { createEventReceiver, type EventReceiverOptions } from './receiver.ts'

// The command as a process of its own, as a developer runs it.

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
let platform: StandIn
let folder: string

beforeAll(async () => {
  platform = await startStandIn(0)
  folder = await mkdtemp(join(tmpdir(), 'countersign-events-'))
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly exit: Promise<number | null>
}

function start(...args: string[]): Running {
  const child = spawn(process.execPath, ['--conditions=source', cli, ...args])
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, out: () => out, err: () => err, exit }
}

/** Starts `listen` on any port and answers where. */
async function startListening(...args: string[]): Promise<Running & { url: string }> {
  const running = start('listen', '--issuer', platform.trust.issuer, '--port', '0', ...args)
  const url = () => /listening on (http:\S+)/.exec(running.err())?.[1]
  await expect.poll(url).toBeDefined()
  return { ...running, url: `${url()}/events` }
}

async function startApplication(over: Partial<EventReceiverOptions<undefined>> = {}) {
  const applied: number[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver = createEventReceiver({
    ...platform.trust,
    origin,
    bizTypes: ['expense', 'conformance'],
    store: memoryStore(),
    apply: async (_tx, { sequence }) => void applied.push(sequence),
    ...over,
  })
  server.on('request', expressEventReceiver(receiver))
  return { url: `${origin}/events`, applied }
}

it('[EVT-01] prints and saves what it verified, once and from the beginning of an instance', async () => {
  const file = join(folder, 'seen.jsonl')
  const { url, out, err, child, exit } = await startListening('--save', file)
  const sender = createSender(platform, url, 'expense')
  const [first, second] = [sender.event(1), sender.event(2)]

  const answers = [
    await sender.send(second),
    await sender.send(first),
    await sender.send(first),
    await sender.send(second),
    await sender.send(sender.event(3), { token: platform.forgedToken() }),
  ]
  child.kill('SIGTERM')

  expect(answers.map(({ status }) => status)).toEqual([409, 200, 200, 200, 401])
  expect(await exit).toBe(0)
  const lines = out().trim().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/#1 instance.started expense conformance-\S+ RUNNING$/),
    expect.stringMatching(/#2 variables.updated/),
  ])
  expect(err()).toContain('refused: ')
  const saved = (await readFile(file, 'utf8')).trim().split('\n')
  expect(saved.map((line) => (JSON.parse(line) as { body: string }).body)).toEqual([
    JSON.stringify(first),
    JSON.stringify(second),
  ])
})

it('hands deliveries on as they came, and answers what the target answered', async () => {
  // Its business type leads to the listener, so that is where its tokens are for.
  const application = await startApplication({ origin: false })
  const { url, out } = await startListening('--forward', application.url)
  const sender = createSender(platform, url, 'expense')

  const ahead = await sender.send(sender.event(2))
  const first = await sender.send(sender.event(1))
  const forged = await sender.send(sender.event(2), { signature: null })

  expect([ahead.status, ahead.body]).toEqual([409, '{"expected":1}'])
  expect([first.status, forged.status]).toEqual([200, 401])
  expect(application.applied).toEqual([1])
  await expect.poll(out).toMatch(/#2 .* → 409\n.*#1 .* → 200\n/)
})

it('answers 502 while the target is away, and says so', async () => {
  const target = `http://127.0.0.1:${await findFreePort()}/events`
  const { url, err } = await startListening('--forward', target)
  const sender = createSender(platform, url, 'expense')

  expect((await sender.send(sender.event(1))).status).toBe(502)
  await expect.poll(err).toMatch(`refused: ${target} did not answer: connect ECONNREFUSED`)
})

it('[EVT-03] replays what was saved: same ids, in order, and to an application that has it no harm', async () => {
  const file = join(folder, 'replay.jsonl')
  const listening = await startListening('--save', file)
  const sender = createSender(platform, listening.url, 'expense')
  for (const sequence of [1, 2, 3]) await sender.send(sender.event(sequence))
  listening.child.kill('SIGTERM')
  await listening.exit
  const recorded = (await readFile(file, 'utf8')).trim().split('\n')
  const ids = recorded.map(
    (line) => JSON.parse((JSON.parse(line) as { body: string }).body).eventId,
  )

  const port = String(await findFreePort())
  const seen: string[] = []
  const standIn = `http://127.0.0.1:${port}`
  const application = await startApplication({
    issuer: standIn,
    jwksUrl: `${standIn}/oauth2/jwks`,
    signatureKeys: `${standIn}/api/bpm/v1/event-keys`,
    apply: async (_tx, { eventId }) => void seen.push(eventId),
  })
  const args = ['replay', application.url, '--file', file, '--port', port]
  const first = start(...args)

  expect(await first.exit).toBe(0)
  // A stand-in makes new keys, and a receiver asks for new ones at most every five seconds.
  await expect.poll(() => start(...args).exit, { timeout: 60_000, interval: 500 }).toBe(0)
  expect(first.out().match(/→ 200/g)).toHaveLength(3)
  expect(seen).toEqual(ids)
})

it('holds back what follows an event that was not taken', async () => {
  const file = join(folder, 'refused.jsonl')
  const listening = await startListening('--save', file)
  const sender = createSender(platform, listening.url, 'expense')
  for (const sequence of [1, 2]) await sender.send(sender.event(sequence))
  listening.child.kill('SIGTERM')
  await listening.exit
  // It trusts somebody else than the stand-in of the replay.
  const application = await startApplication({ issuer: 'http://another.test' })

  const run = start('replay', application.url, '--file', file, '--port', '0')

  expect(await run.exit).toBe(1)
  expect(run.out().trim().split('\n')[0]).toMatch(/#1 .* → 401/)
  expect(run.out()).toMatch(/issuer +http:\/\/127/)
  expect(run.out()).toMatch(/\n0 taken, 1 refused, 1 held back\n$/)

  const none = start('replay', application.url, '--file', file, '--instance', randomUUID())
  expect(await none.exit).toBe(1)
  expect(none.err()).toContain('holds no event of instance')
})

it('says in one line that nobody listens, and to an endpoint that refuses all whom to trust', async () => {
  const away = start('verify', `http://127.0.0.1:${await findFreePort()}/events`, '--port', '0')
  expect(await away.exit).toBe(1)
  expect(away.out()).toBe('')
  expect(away.err()).toMatch(/^nothing answers at .*: is the application running\?\n$/)

  const { url } = await startApplication({ issuer: 'http://another.test' })
  const run = start('verify', url, '--port', '0')
  expect(await run.exit).toBe(1)
  expect(run.out()).toMatch(/issuer +http:\/\/127.0.0.1:\d+\n[^]*\n0 passed, \d+ failed\n$/)
})

it.each([
  ['no command', []],
  ['an unknown command', ['shout']],
  ['an unknown option', ['verify', 'http://localhost/', '--loud']],
  ['verify without an address', ['verify']],
  ['listen without the platform', ['listen']],
  ['replay without a file', ['replay', 'http://localhost/', '--port', '0']],
])('says how it is used, for %s', async (_what, args) => {
  const run = start(...args)

  expect(await run.exit).toBe(2)
  expect(run.err()).toContain('countersign-events <command>')
})

it('runs every check against an endpoint, and ends with 1 when one fails', async () => {
  const port = String(await findFreePort())
  const standIn = `http://127.0.0.1:${port}`
  const trust = {
    issuer: standIn,
    jwksUrl: `${standIn}/oauth2/jwks`,
    signatureKeys: `${standIn}/api/bpm/v1/event-keys`,
  }
  const good = await startApplication(trust)
  const careless = await startApplication({ ...trust, signatureKeys: false })

  const passing = start('verify', good.url, '--port', port)
  const codes = [await passing.exit]
  const failing = start('verify', careless.url, '--port', port)
  codes.push(await failing.exit)

  expect(codes).toEqual([0, 1])
  expect(passing.out()).toMatch(/\d+ passed, 0 failed/)
  expect(failing.out()).toContain('FAIL  refuses a body that is not signed')
})
