// Starts approvals and decides them over HTTP, beside the same SQL without the service, and prints
// what each costs. `--count` approvals with `--connections` requests at once.
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { dropDatabase } from '@countersign/test-kit/databases'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { uuidv7 } from 'uuidv7'
import type { Database, Schema } from '../src/db/schema.ts'
import { migrations } from '../src/migrations.ts'
import { load, type Load } from './approvals/load.ts'
import { createNames, replay, type Statement } from './approvals/replay.ts'
import type { Ready } from './approvals/service.ts'
import { ask, endChild, startChild } from './children.ts'
import { cpuOf } from './cpu.ts'
import { makeDatabase } from './databases.ts'
import { describeMachine } from './report.ts'

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    connections: { type: 'string', default: '50' },
    pool: { type: 'string', default: '10' },
  },
})
const count = Number(options.count)
const warmUp = Math.min(200, count)
const atOnce = Number(options.connections)
const poolSize = Number(options.pool)
const phases = ['start', 'first', 'second', 'third'] as const
// Durable, as in production.
const settings = ['shared_buffers=512MB', 'max_wal_size=8GB', 'max_connections=200', 'timezone=UTC']

// Interrupted, it ends as it would by itself: what it started goes with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const server = await startEmbedded(settings.flatMap((setting) => ['-c', setting]))
try {
  const databaseUrl = await makeDatabase(
    server.url,
    `bench${randomBytes(3).toString('hex')}`,
    undefined,
  )
  await migrate({ url: databaseUrl, directory: migrations })
  const log = createLogger({ service: 'bench', level: 'error' })
  const db = createDatabase<Schema>({ url: databaseUrl, poolSize, applicationName: 'bench', log })
  const argument = JSON.stringify({ databaseUrl, poolSize })
  const { child, said } = await startChild('approvals/service.ts', argument)
  const service = said as Ready
  try {
    const { approval, findTasks } = createApprovals(service, db)
    const recorded: Statement[][] = []
    for (const phase of phases) {
      await findTasks()
      await ask(child, { record: true })
      await approval(phase, -1)
      recorded.push(await ask<Statement[]>(child, { record: false }))
    }
    for (const phase of phases) {
      await findTasks()
      await load(warmUp, atOnce, (index) => approval(phase, -2 - index))
    }

    console.log(`${describeMachine()} ${count} approvals, ${atOnce} requests at once.\n`)
    console.log('| | service/s | p50 ms | p99 ms | same SQL/s | share | CPU µs | SQL | WAL bytes |')
    console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
    const names = Array.from({ length: count }, () => createNames(service.fixed))
    let seconds = 0
    for (const [index, phase] of phases.entries()) {
      const statements = recorded[index] ?? []
      await findTasks()
      const cpu = await cpuOf(service.pid)
      const wal = await walOf(db)
      const ours = await load(count, atOnce, (number) => approval(phase, number))
      const used = ((await cpuOf(service.pid)) - cpu) / count
      const written = ((await walOf(db)) - wal) / count
      const ceiling = await load(count, poolSize, (number) =>
        replay(db, statements, names[number] ?? String),
      )
      seconds += 1 / ours.perSecond
      console.log(row(phase, { ours, ceiling, used, written, statements: statements.length }))
    }
    console.log(`\nStart and three approvals: ${(1 / seconds).toFixed(0)} approvals/s.`)
  } finally {
    await endChild(child)
    await db.destroy()
    await dropDatabase(server.url, databaseUrl)
  }
} finally {
  await server.stop()
}

/** Approvals by number: start one, or decide its open task as one of the approvers. */
function createApprovals({ url, tokens }: Ready, db: Database) {
  const tasks = new Map<string, string>()
  const instances = new Map<number, string>()
  const post = async (path: string, user: string, body: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[user] ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const approval = async (phase: (typeof phases)[number], number: number): Promise<void> => {
    if (phase === 'start') {
      const { id } = await post('/api/bpm/v1/process-instances', 'employee', {
        bizType: 'expense',
        bizId: `E-${number}`,
        title: 'Trip to Lisbon',
        variables: { amount: 2500 },
        idempotencyKey: uuidv7(),
      })
      instances.set(number, id)
      return
    }
    const taskNo = tasks.get(instances.get(number) ?? '') ?? ''
    await post(`/api/bpm/v1/tasks/${taskNo}/approve`, phase, { comment: 'Fine' })
  }
  /** Who decides knows the number from the inbox; here it is looked up between the phases. */
  const findTasks = async (): Promise<void> => {
    const open = await db
      .selectFrom('tasks')
      .where('ended_at', 'is', null)
      .select(['instance_id', 'task_no'])
      .execute()
    tasks.clear()
    for (const one of open) tasks.set(one.instance_id, one.task_no)
  }
  return { approval, findTasks }
}

interface Answer {
  readonly id: string
}

async function walOf(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_lsn() - '0/0')::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

function row(
  name: string,
  found: { ours: Load; ceiling: Load; used: number; written: number; statements: number },
): string {
  const { ours, ceiling } = found
  const cells = [
    name,
    ours.perSecond.toFixed(0),
    ours.p50.toFixed(1),
    ours.p99.toFixed(1),
    ceiling.perSecond.toFixed(0),
    (ours.perSecond / ceiling.perSecond).toFixed(2),
    (found.used * 1e6).toFixed(0),
    String(found.statements),
    found.written.toFixed(0),
  ]
  return `| ${cells.join(' | ')} |`
}
