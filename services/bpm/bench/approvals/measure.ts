import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { dropDatabase } from '@countersign/test-kit/databases'
import { sql } from 'kysely'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Database, Schema } from '../../src/db/schema.ts'
import { migrations } from '../../src/migrations.ts'
import { ask, startChild } from '../children.ts'
import { cpuOf, cpuWithChildren } from '../cpu.ts'
import { makeDatabase } from '../databases.ts'
import { createLiterals } from './literals.ts'
import { load, type Load } from './load.ts'
import { findPgbench, runPgbench } from './pgbench.ts'
import { asSent, readColumns, rowByRow } from './scripts.ts'
import type { Ready } from './service.ts'
import type { Script, Statement } from './statements.ts'
import { createUsers, phases, type Phase, type Users } from './users.ts'

export interface ApprovalOptions {
  readonly count: number
  readonly connections: number
  readonly poolSize: number
  /** A folder for CPU profiles of the services. */
  readonly profile?: string | undefined
}

/** One phase, as the service and as pgbench do it. */
export interface PhaseCost {
  readonly phase: Phase
  readonly statements: number
  readonly alone: ServiceCost
  readonly grouped: ServiceCost
  /** The same by pgbench; undefined where it is not installed. */
  readonly rowByRow: Cost | undefined
  readonly asSent: Cost | undefined
}

interface Cost {
  readonly perSecond: number
  /** Of PostgreSQL, for one action. */
  readonly databaseMicros: number
  /** Of the load generator or of pgbench, which need the same cores. */
  readonly loadMicros: number
}

export interface ServiceCost extends Load, Cost {
  /** Of the service's process, for one action. */
  readonly serviceMicros: number
  readonly walBytes: number
}

const WARM_UP = 500
const MOST_WARM_UPS = 20
const VAIN_WARM_UPS = 3

interface Service {
  readonly child: ChildProcess
  readonly ready: Ready
  readonly users: Users
}

/**
 * Starts approvals and decides them over HTTP, by a service that writes each action by itself and by
 * one that lets them share statements, and between the two by pgbench: whatever else the machine
 * does meets all of them.
 */
export async function measureApprovals(
  serverUrl: string,
  options: ApprovalOptions,
): Promise<PhaseCost[]> {
  const url = await makeDatabase(serverUrl, 'approvals', undefined)
  const log = createLogger({ service: 'bench', level: 'error' })
  await migrate({ url, directory: migrations })
  const db = createDatabase<Schema>({ url, poolSize: 2, applicationName: 'bench', log })
  const alone = await startService(db, url, options, 1)
  const grouped = await startService(db, url, options, 64)
  try {
    const recorded = await record(alone)
    for (const service of [alone, grouped]) await warmUp(service, options)
    await sql`vacuum analyze`.execute(db)
    const ceiling = await createCeiling(db, url, { options, fixed: alone.ready.fixed })
    const costs: PhaseCost[] = []
    for (const phase of phases) {
      const statements = recorded.get(phase) ?? []
      costs.push({
        phase,
        statements: statements.length,
        alone: await measurePhase(db, alone, phase, options),
        ...(await ceiling(statements)),
        grouped: await measurePhase(db, grouped, phase, options),
      })
    }
    return costs
  } finally {
    await Promise.all([alone, grouped].map(endService))
    await db.destroy()
    await dropDatabase(serverUrl, url)
  }
}

async function startService(
  db: Database,
  databaseUrl: string,
  { poolSize, connections, profile }: ApprovalOptions,
  actionsPerStatement: number,
): Promise<Service> {
  const argument = JSON.stringify({ databaseUrl, poolSize, actionsPerStatement })
  const mode = actionsPerStatement === 1 ? 'alone' : 'grouped'
  const profiling = [
    '--cpu-prof',
    `--cpu-prof-dir=${profile}`,
    `--cpu-prof-name=${mode}.cpuprofile`,
  ]
  const nodeOptions = profile === undefined ? [] : profiling
  const { child, said } = await startChild('approvals/service.ts', argument, nodeOptions)
  const ready = said as Ready
  return { child, ready, users: createUsers(ready, db, connections) }
}

async function endService({ child, users }: Service): Promise<void> {
  users.end()
  // It ends by itself then, which is when a profile is written.
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

/** The statements of one approval, once everything that is kept in memory is there. */
async function record({ child, users }: Service): Promise<Map<Phase, Statement[]>> {
  const recorded = new Map<Phase, Statement[]>()
  for (const number of [-1, -2]) {
    for (const phase of phases) {
      await users.findTasks()
      await ask(child, { record: true })
      await users.approval(phase, number, 0)
      recorded.set(phase, await ask<Statement[]>(child, { record: false }))
    }
  }
  return recorded
}

/** Until rounds in a row cost the service no less than one before: V8 optimises for quite a while. */
async function warmUp(
  { ready, users }: Service,
  { count, connections }: ApprovalOptions,
): Promise<void> {
  const size = Math.min(WARM_UP, count)
  let least = Infinity
  let vain = 0
  for (let round = 0; round < MOST_WARM_UPS && vain < VAIN_WARM_UPS; round++) {
    const cpu = await cpuOf(ready.pid)
    for (const phase of phases) {
      await users.findTasks()
      await load(size, connections, (index, worker) =>
        users.approval(phase, -3 - round * size - index, worker),
      )
    }
    const spent = (await cpuOf(ready.pid)) - cpu
    vain = spent < least * 0.97 ? 0 : vain + 1
    least = Math.min(least, spent)
  }
}

async function measurePhase(
  db: Database,
  { ready, users }: Service,
  phase: Phase,
  { count, connections }: ApprovalOptions,
): Promise<ServiceCost> {
  await users.findTasks()
  const cpu = await cpuOf(ready.pid)
  const own = await cpuOf(process.pid)
  const wal = await walOf(db)
  const { found, databaseMicros } = await withDatabaseCpu(db, count, () =>
    load(count, connections, (index, worker) => users.approval(phase, index, worker)),
  )
  return {
    ...found,
    databaseMicros,
    serviceMicros: (((await cpuOf(ready.pid)) - cpu) / count) * 1e6,
    loadMicros: (((await cpuOf(process.pid)) - own) / count) * 1e6,
    walBytes: ((await walOf(db)) - wal) / count,
  }
}

/** Does `work` and tells what PostgreSQL spent on it, for one of so many actions. */
export async function withDatabaseCpu<T>(
  db: Database,
  actions: number,
  work: () => Promise<T>,
): Promise<{ found: T; databaseMicros: number }> {
  const { rows } = await sql<{ pid: string }>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`.execute(db)
  const pid = Number(rows[0]?.pid)
  const before = await cpuWithChildren(pid)
  const found = await work()
  return { found, databaseMicros: (((await cpuWithChildren(pid)) - before) / actions) * 1e6 }
}

/** The same SQL by pgbench, phase after phase for approvals of its own. */
async function createCeiling(
  db: Database,
  url: string,
  { options, fixed }: { options: ApprovalOptions; fixed: readonly string[] },
) {
  const pgbench = await findPgbench()
  const columns = await readColumns(db)
  const [first, second] = [createLiterals(fixed, 1), createLiterals(fixed, 2)]
  const size = { clients: options.poolSize, each: Math.ceil(options.count / options.poolSize) }
  return async (statements: readonly Statement[]) => {
    if (pgbench === undefined) return { rowByRow: undefined, asSent: undefined }
    const run = async (script: Script): Promise<Cost> => {
      const actions = size.clients * size.each
      // That of pgbench is with that of this process as soon as it has ended.
      const own = await cpuOf(process.pid)
      const { found, databaseMicros } = await withDatabaseCpu(db, actions, () =>
        runPgbench(pgbench, url, script, size),
      )
      const loadMicros = (((await cpuOf(process.pid)) - own) / actions) * 1e6
      return { perSecond: found, databaseMicros, loadMicros }
    }
    return {
      rowByRow: await run(rowByRow(statements, first, columns)),
      asSent: await run(asSent(statements, second)),
    }
  }
}

async function walOf(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_lsn() - '0/0')::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
