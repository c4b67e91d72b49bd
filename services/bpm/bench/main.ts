// Delivers the same events by our lanes, by pg-boss, by graphile-worker, and from memory, and prints
// what each needs. `--large` adds 100,000 instances, `--write` puts the figures into the page,
// `--drains-only` leaves out claims and latency, and `--history 1000000,100000000` measures delivery
// beside so many delivered events, and nothing else.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { describeMachine } from '@countersign/test-kit/machine'
import { dropDatabase } from '@countersign/test-kit/databases'
import { startChild, endChild } from './children.ts'
import { measureClaims } from './claims.ts'
import { contenders, type ContenderName } from './contenders/index.ts'
import { findPostmaster, makeDatabase } from './databases.ts'
import type { Bench } from './drain.ts'
import { runDrains } from './drains.ts'
import { measureHistory } from './history.ts'
import { measureLatency } from './latency.ts'
import { TROUBLES, type Trouble } from './trouble.ts'
import { report, reportHistory, writeIntoPage } from './report.ts'

const { values: options } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    instances: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '6' },
    'hanging-seconds': { type: 'string', default: '20' },
    workers: { type: 'string', default: '1,2,4' },
    contenders: {
      type: 'string',
      default:
        'ceiling,lanes,lanes-together,pg-boss,graphile-worker,graphile-worker-local,graphile-worker-local-overtaking',
    },
    troubles: { type: 'string', default: 'none,failing,hanging' },
    lanes: { type: 'string', default: '1000000' },
    'drains-only': { type: 'boolean', default: false },
    history: { type: 'string' },
  },
})

// Durable, as in production; only the sizes differ from the defaults, and for every contender alike.
const SETTINGS = ['shared_buffers=512MB', 'max_wal_size=8GB', 'max_connections=200', 'timezone=UTC']

// Interrupted, it ends as it would by itself: what it started goes with it.
process.once('SIGINT', () => process.exit(130))

const server = await startEmbedded(SETTINGS.flatMap((setting) => ['-c', setting]))
const { child: receiver, said: port } = await startChild('receiver.ts')
try {
  const runId = `bench${randomBytes(3).toString('hex')}`
  const bench: Bench = {
    receiver,
    origin: `http://127.0.0.1:${String(port)}`,
    postmaster: await findPostmaster(server.url),
    makeDatabase: (template) => makeDatabase(server.url, runId, template),
    dropDatabase: (url) => dropDatabase(server.url, url),
  }
  const { text, holds, part } =
    options.history === undefined
      ? await measureDelivery(bench)
      : await measureBesideHistory(bench, options.history.split(',').map(Number))
  console.log(`\n${text}`)
  if (options.write) await writeIntoPage(part, text)
  process.exitCode = holds ? 0 : 1
} finally {
  await endChild(receiver)
  await server.stop()
}

function readContender(name: string): ContenderName {
  if (name in contenders) return name as ContenderName
  throw new Error(`no contender is named ${name}`)
}

function readTrouble(name: string): Trouble {
  const trouble = TROUBLES.find((known) => known === name)
  if (trouble !== undefined) return trouble
  throw new Error(`no trouble is named ${name}`)
}

async function measureDelivery(bench: Bench) {
  // Said before the measurements load the machine themselves.
  const machine = describeMachine()
  const sizes = {
    instances: Number(options.instances),
    seconds: Number(options.seconds),
    hangingSeconds: Number(options['hanging-seconds']),
  }
  const drained = await runDrains(bench, {
    ...sizes,
    large: options.large,
    workers: options.workers.split(',').map(Number),
    contenders: options.contenders.split(',').map(readContender),
    troubles: options.troubles.split(',').map(readTrouble),
  })
  const rest = options['drains-only']
    ? undefined
    : {
        claims: await measureClaims(bench, Number(options.lanes)),
        latency: await measureLatency(bench),
      }
  return { ...report({ machine, drained, rest }), part: 'figures' as const }
}

async function measureBesideHistory(bench: Bench, sizes: readonly number[]) {
  const costs = await measureHistory(bench, sizes)
  return { ...reportHistory(describeMachine(), costs), part: 'history' as const }
}
