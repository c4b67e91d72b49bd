import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@countersign/test-kit/embedded'
import pg from 'pg'
import { startDrillPlatform, type DrillPlatform } from '../platform/drill-platform.ts'
import { createLedger } from '../workload/ledger.ts'
import { createPeople } from '../workload/people.ts'
import { startReceiver } from '../workload/receiver.ts'
import { actionNames, createActions, type ActionName, type Actions } from './actions.ts'
import { perAction, readUsage, type Usage } from './usage.ts'

/*
 * What an action costs: processor time, WAL, rows and bytes, on one platform with one of each. Writes
 * deploy/drills/src/scale/costs.json, which the simulation reads:
 *
 *   pnpm measure:cost
 *
 * Processor time is what the kernel counts for a process: other work on the machine makes it longer
 * to wait for, and hardly more.
 */
const count = Number(process.env['COUNT'] ?? '100')
/** Events are delivered and previews made after the answer: they are part of what they belong to. */
const settleMs = 6_000

const server = await startEmbedded(['-c', 'max_connections=80', '-c', 'max_wal_size=1GB'])
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-cost-'))
await chmod(dataDir, 0o711)
let platform: DrillPlatform | undefined
try {
  const databaseServer = { adminUrl: server.url, hosts: new URL(server.url).host }
  platform = await startDrillPlatform({ dataDir, databaseServer, write: () => {} })
  await measure(platform)
} finally {
  await platform?.stop()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure({ plan, instances }: DrillPlatform): Promise<void> {
  const ledger = createLedger()
  const receiver = await startReceiver(plan, ledger)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const pids = Object.fromEntries(instances.map(({ service, pid }) => [service, pid() ?? 0]))
  const read = () => readUsage(client, pids)
  const actions = createActions(createPeople(plan, ledger), plan.platform.sampleApp.bizType)
  try {
    // Plans, caches and compiled code as after a while.
    for (const name of actionNames) await repeat(actions, name, Math.max(10, count / 2))
    await sleep(settleMs)
    const idle = await between(read, 10, () => sleep(10_000))
    const costs: Partial<Record<ActionName, Usage>> = {}
    for (const name of actionNames) {
      const begun = performance.now()
      const gross = await between(read, count, async () => {
        await repeat(actions, name, count)
        await sleep(settleMs)
      })
      costs[name] = withoutIdle(gross, idle, (performance.now() - begun) / 1000 / count)
      console.log(name, costs[name])
    }
    printOwnPort(costs)
    const mixed = await measureMix(read, actions, idle)
    const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}, PostgreSQL 18`
    const report = { measuredAt: new Date().toISOString(), machine, count, idle, costs, mixed }
    const target = new URL('../scale/costs.json', import.meta.url)
    await writeFile(target, `${JSON.stringify(report, shorten, 2)}\n`)
  } finally {
    await client.end()
    await receiver.close()
  }
}

/** What of the work is left where clients ask the service's own port: the gateway's part is not in it. */
function printOwnPort(costs: Partial<Record<ActionName, Usage>>): void {
  console.log(
    '\n| action | all, ms | gateway, ms | all without it, ratio |\n| --- | ---: | ---: | ---: |',
  )
  for (const [name, { cpu }] of Object.entries(costs)) {
    const all = Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0)
    const { gateway = 0 } = cpu
    const cells = [all * 1000, gateway * 1000, (all - gateway) / all].map((cell) => cell.toFixed(2))
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
}

/** All kinds at once, to see whether the costs of each alone add up. */
async function measureMix(read: () => Promise<Usage>, actions: Actions, idle: Usage) {
  const rounds = Math.ceil(count / 2)
  const begun = performance.now()
  const total = await between(read, 1, async () => {
    await Promise.all([
      repeat(actions, 'signIn', rounds),
      repeat(actions, 'upload', rounds),
      (async () => {
        for (let round = 0; round < rounds; round += 1) {
          await actions.start()
          await actions.openInbox()
          await actions.decide()
        }
      })(),
    ])
    await sleep(settleMs)
  })
  return { rounds, used: withoutIdle(total, idle, (performance.now() - begun) / 1000) }
}

async function repeat(actions: Actions, name: ActionName, times: number): Promise<void> {
  // An inbox shows twenty at a time.
  for (let time = 0; time < times; time += 1) {
    if (name === 'decide' && time % 20 === 0) await actions.openInbox()
    await actions[name]()
  }
}

async function between(read: () => Promise<Usage>, times: number, work: () => Promise<unknown>) {
  const before = await read()
  await work()
  return perAction(before, await read(), times)
}

function withoutIdle(gross: Usage, idlePerSecond: Usage, seconds: number): Usage {
  const less = (used: number, idle: number) => Math.max(0, used - idle * seconds)
  const names = Object.keys(gross.cpu)
  return {
    cpu: Object.fromEntries(
      names.map((name) => [name, less(gross.cpu[name] ?? 0, idlePerSecond.cpu[name] ?? 0)]),
    ),
    walBytes: less(gross.walBytes, idlePerSecond.walBytes),
    rowsWritten: less(gross.rowsWritten, idlePerSecond.rowsWritten),
    commits: less(gross.commits, idlePerSecond.commits),
    storedBytes: less(gross.storedBytes, idlePerSecond.storedBytes),
  }
}

function shorten(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}
