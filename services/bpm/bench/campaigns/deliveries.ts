// A million events through kills, pauses past the lease, connections that break off after a commit, and restarts of the
// database. Says what was lost, came twice in its effect or out of order, and ends with 1 when anything was:
//
//   pnpm campaign:deliveries [--events 1000000] [--workers 3] [--seed 1] [--write]
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { describeMachine } from '@countersign/test-kit/machine'
import { sql } from 'kysely'
import { ask, endChild, startChild } from '../children.ts'
import { addEndpoints, lanes, openLanes } from '../contenders/lanes.ts'
import { makeDatabase } from '../databases.ts'
import type { Tally } from '../receiver.ts'
import type { Workload } from '../workload.ts'
import { drawBlows, type Blow } from './blows.ts'
import { openLine, type Line } from './line.ts'
import { writeCampaign } from '@countersign/test-kit/reliability-page'
import { startWorkers, type Workers } from './workers.ts'

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
})
const EVENTS_PER_INSTANCE = 10
const workload: Workload = {
  instances: Math.ceil(Number(options.events) / EVENTS_PER_INSTANCE),
  eventsPerInstance: EVENTS_PER_INSTANCE,
  endpoints: 20,
}
const total = workload.instances * EVENTS_PER_INSTANCE
const count = Number(options.workers)

// Interrupted, it ends as it would by itself: what it started goes with it.
process.once('SIGINT', () => process.exit(130))
const machine = describeMachine()
const settings = ['shared_buffers=512MB', 'max_wal_size=4GB', 'max_connections=100', 'timezone=UTC']
const server = await startEmbedded(settings.flatMap((setting) => ['-c', setting]))
const { child: receiver, said: port } = await startChild('receiver.ts')
const dealt: Record<Blow['kind'], number> = { kill: 0, pause: 0, cut: 0, restart: 0 }
try {
  const databaseUrl = await fill(`http://127.0.0.1:${String(port)}`)
  const line = await openLine(new URL(databaseUrl))
  const through = Object.assign(new URL(databaseUrl), { port: String(line.port) }).href
  const origin = `http://127.0.0.1:${String(port)}`
  const begun = performance.now()
  const workers = await startWorkers({
    contender: 'lanes',
    databaseUrl: through,
    origin,
    workload,
    workers: count,
  })
  const tally = await untilDelivered(workers, line)
  const seconds = (performance.now() - begun) / 1000
  await workers.stop()
  const strays = workers.endedByThemselves()
  line.close()
  const left = await countLeft(databaseUrl)
  const figures = {
    'events of approvals': `${total} of ${workload.instances}`,
    'worker processes': count,
    seed: options.seed,
    seconds: seconds.toFixed(0),
    'workers killed (SIGKILL)': dealt.kill,
    'workers that stood still past their leases (SIGSTOP)': dealt.pause,
    'connections broken off after a commit': line.cuts(),
    'restarts of the database after SIGQUIT': dealt.restart,
    'workers that ended by themselves': strays,
    'events lost': total - tally.received,
    'events out of order': tally.violations,
    'lanes that the database does not know as delivered': left,
    'repeats, told from others by their number': tally.duplicates,
  }
  const holds = tally.received === total && tally.violations === 0 && left === 0 && strays === 0
  for (const [what, figure] of Object.entries(figures)) console.log(`${what}: ${figure}`)
  if (options.write) await writeCampaign('deliveries', machine, figures)
  process.exitCode = holds ? 0 : 1
} finally {
  await endChild(receiver)
  await server.stop()
}

async function fill(origin: string): Promise<string> {
  const databaseUrl = await makeDatabase(
    server.url,
    `c${randomBytes(3).toString('hex')}`,
    undefined,
  )
  await lanes.seed(databaseUrl, workload)
  await addEndpoints(databaseUrl, origin, workload.endpoints)
  return databaseUrl
}

/** Deals blows until the receiver has every event and no worker is left standing still, or the time is over. */
async function untilDelivered(workers: Workers, line: Line): Promise<Tally> {
  const until = performance.now() + Number(options.minutes) * 60_000
  const blows = drawBlows(Number(options.seed), count, 100_000)[Symbol.iterator]()
  let tally = await ask<Tally>(receiver, { ask: 'tally' })
  while (tally.received < total && performance.now() < until) {
    const { value: next } = blows.next()
    if (next === undefined) break
    await sleep(next.afterMs)
    await deal(next.blow, workers, line)
    tally = await ask<Tally>(receiver, { ask: 'tally' })
    console.error(`${tally.received} of ${total}, ${next.blow.kind}`)
  }
  // What was sent and not recorded is sent again when its lease has ended.
  await sleep(60_000)
  return ask<Tally>(receiver, { ask: 'tally' })
}

async function deal(blow: Blow, workers: Workers, line: Line): Promise<void> {
  dealt[blow.kind] += 1
  if (blow.kind === 'kill') workers.kill(blow.worker)
  if (blow.kind === 'pause') workers.pause(blow.worker, blow.ms)
  if (blow.kind === 'cut') for (let at = 0; at < blow.connections; at += 1) line.cutAfterCommit()
  if (blow.kind === 'restart') await server.restart()
}

async function countLeft(databaseUrl: string): Promise<number> {
  const db = openLanes(databaseUrl)
  const { rows } = await sql<{ left: number }>`
    select count(*)::integer as left from delivery_lanes where next_sequence <= last_sequence`.execute(
    db,
  )
  await db.destroy()
  return rows[0]?.left ?? -1
}
