#!/usr/bin/env node
import { once } from 'node:events'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import type { EventEnvelope } from '@countersign/contracts'
import { startStandIn, type StandIn } from './conformance/platform.ts'
import { verifyEndpoint } from './conformance/verify.ts'
import { listen } from './listen.ts'
import { readRecording, record } from './recording.ts'
import { replay } from './replay.ts'

const usage = `countersign-events <command>

  listen --issuer <url> [--port 8099] [--forward <url>] [--save <file>] [--json]
         [--workflow-client countersign-workflow]
      Receives events on this machine: verifies them, prints them, and hands them on when asked to.
      Register a business type whose callback origin is http://localhost:<port>; any path will do.
      It asks for what came before it was started, so that each instance is seen from its beginning.

  verify <url> [--port 8099] [--biz-type conformance] [--several]
      Checks that the callback address of your application treats events as it should. Events are
      about instances and documents that do not exist, of the business type given, one of yours. Use a database that
      you can throw away. --several: it asks for several events in one request (callback.maxEventsPerRequest).

  replay <url> --file <file> [--port 8099] [--instance <id>]
      Sends what listen saved to your application again, in order, with the same ids and bytes.

verify and replay stand in for the platform; for that time your application must trust them:

  issuer            http://127.0.0.1:<port>
  jwksUrl           http://127.0.0.1:<port>/oauth2/jwks
  signatureKeys     http://127.0.0.1:<port>/api/bpm/v1/event-keys
  workflowClientId  countersign-workflow
  origin            that of <url>

Exit code 0: everything passed or was taken, 1: not everything, 2: wrong usage.
`

const options = {
  port: { type: 'string', default: '8099' },
  'biz-type': { type: 'string', default: 'conformance' },
  'workflow-client': { type: 'string', default: 'countersign-workflow' },
  issuer: { type: 'string' },
  forward: { type: 'string' },
  save: { type: 'string' },
  file: { type: 'string' },
  instance: { type: 'string' },
  json: { type: 'boolean', default: false },
  several: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const REACH_DEADLINE_MS = 5_000

class WrongUsage extends Error {}

type Values = ReturnType<typeof readArguments>['values']

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

async function run(): Promise<number> {
  const { positionals, values } = readArguments()
  const [command, url] = positionals
  if (values.help) {
    console.log(usage)
    return 0
  }
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new WrongUsage('--port is no port')
  switch (command) {
    case 'listen':
      return listenHere(port, values)
    case 'verify':
      return withStandIn(port, (platform) => verify(platform, readUrl(url), values))
    case 'replay':
      return withStandIn(port, (platform) => replayFile(platform, readUrl(url), values))
    default:
      throw new WrongUsage(command === undefined ? 'a command is missing' : `no command ${command}`)
  }
}

function readUrl(text: string | undefined): string {
  if (text !== undefined && URL.canParse(text) && /^https?:/.test(text)) return text
  throw new WrongUsage(text === undefined ? 'a URL is missing' : `${text} is no http address`)
}

async function withStandIn(
  port: number,
  work: (platform: StandIn) => Promise<number>,
): Promise<number> {
  const platform = await startStandIn(port)
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

async function listenHere(port: number, values: Values): Promise<number> {
  const issuer = readUrl(values.issuer).replace(/\/$/, '')
  const { save, forward } = values
  const listener = await listen({
    issuer,
    port,
    workflowClientId: values['workflow-client'],
    ...(forward === undefined ? {} : { forward: readUrl(forward) }),
    async onEvent(event, body, { status }) {
      if (save !== undefined) await record(save, body)
      console.log(values.json ? body : describe(event, forward === undefined ? '' : ` → ${status}`))
    },
    onRefused: (error) =>
      console.error(`refused: ${error instanceof Error ? error.message : String(error)}`),
  })
  console.error(`listening on ${listener.url} for events of ${issuer}`)
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  await listener.close()
  return 0
}

function describe(event: EventEnvelope, outcome: string): string {
  const who = event.actor === undefined ? '' : ` by ${event.actor.name}`
  const what = `${event.bizType} ${event.bizId} ${event.status}`
  return `${event.occurredAt} #${event.sequence} ${event.type} ${what}${who}${outcome}`
}

async function verify(platform: StandIn, url: string, values: Values): Promise<number> {
  await reach(url)
  const { 'biz-type': bizType, several } = values
  let failed = 0
  let passed = 0
  for await (const { name, why, fault } of verifyEndpoint(platform, url, bizType, { several })) {
    if (fault === undefined) {
      passed += 1
      console.log(`ok    ${name}`)
    } else {
      failed += 1
      console.log(`FAIL  ${name}\n      ${fault}\n      It matters because ${why}.`)
    }
  }
  if (passed === 0) console.log(`\n${trustHint(platform)}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** @throws Error when nobody listens there: every check would fail and say nothing. */
async function reach(url: string): Promise<void> {
  const { protocol, hostname, port } = new URL(url)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
  })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(REACH_DEADLINE_MS) })
  } catch (error) {
    throw new Error(`nothing answers at ${url}: is the application running?`, { cause: error })
  } finally {
    socket.destroy()
  }
}

const trustHint = ({ trust }: StandIn) =>
  `Not even the right event was taken. Does the application trust the stand-in for this time?\n` +
  Object.entries(trust)
    .map(([name, value]) => `  ${name.padEnd(17)} ${value}\n`)
    .join('')

async function replayFile(platform: StandIn, url: string, values: Values): Promise<number> {
  if (values.file === undefined) throw new WrongUsage('--file is missing')
  const all = await readRecording(values.file)
  const wanted = all.filter(
    ({ event }) => values.instance === undefined || event.instanceId === values.instance,
  )
  if (wanted.length === 0) {
    const of = values.instance === undefined ? '' : ` of instance ${values.instance}`
    throw new Error(`${values.file} holds no event${of}`)
  }
  await reach(url)
  let refused = 0
  let taken = 0
  for await (const { recorded, status, body } of replay(platform, url, wanted)) {
    const isTaken = status >= 200 && status < 300
    if (isTaken) taken += 1
    else refused += 1
    const answer = isTaken ? '' : ` ${body.slice(0, 200)}`
    console.log(describe(recorded.event, ` → ${status === 0 ? 'no answer' : status}${answer}`))
  }
  if (taken === 0) console.log(`\n${trustHint(platform)}`)
  console.log(`\n${taken} taken, ${refused} refused, ${wanted.length - taken - refused} held back`)
  return refused === 0 ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(error instanceof WrongUsage ? `${message}\n\n${usage}` : message)
  process.exitCode = error instanceof WrongUsage ? 2 : 1
}
