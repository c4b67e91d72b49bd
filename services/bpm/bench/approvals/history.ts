import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { dropDatabase } from '@countersign/test-kit/databases'
import { sql } from 'kysely'
import type { Database, Schema } from '../../src/db/schema.ts'
import { migrations } from '../../src/migrations.ts'
import { endChild, startChild } from '../children.ts'
import { cpuOf } from '../cpu.ts'
import { makeDatabase } from '../databases.ts'
import { openConnection } from './http.ts'
import { withDatabaseCpu } from './measure.ts'
import type { Ready } from './service.ts'

/** What one more decision costs an approval that has had so many. */
export interface HistoryCost {
  readonly from: number
  readonly milliseconds: number
  readonly serviceMicros: number
  readonly databaseMicros: number
}

const APPROVALS = 20
const STEP = 100
const WARM_UP = 20

/** One person decides the same node over and over, since it leads back to itself. */
export async function measureHistory(serverUrl: string, decisions: number): Promise<HistoryCost[]> {
  const url = await makeDatabase(serverUrl, 'history', undefined)
  const log = createLogger({ service: 'bench', level: 'error' })
  await migrate({ url, directory: migrations })
  const db = createDatabase<Schema>({ url, poolSize: 2, applicationName: 'bench', log })
  const argument = { databaseUrl: url, poolSize: 10, actionsPerStatement: 64, looping: true }
  const { child, said } = await startChild('approvals/service.ts', JSON.stringify(argument))
  const ready = said as Ready
  try {
    const users = createDeciders(ready, db)
    await users.start()
    const costs: HistoryCost[] = []
    // The first ones find code and plans cold.
    for (let round = 0; round < WARM_UP; round++) await users.decideEach()
    await sql`vacuum analyze`.execute(db)
    for (let from = WARM_UP; from < decisions; from += STEP) {
      const times: number[] = []
      const cpu = await cpuOf(ready.pid)
      const { databaseMicros } = await withDatabaseCpu(db, STEP * APPROVALS, async () => {
        for (let round = 0; round < STEP; round++) times.push(await users.decideEach())
      })
      const serviceMicros = (((await cpuOf(ready.pid)) - cpu) / (STEP * APPROVALS)) * 1e6
      const median = times.toSorted((a, b) => a - b)[STEP / 2] ?? 0
      costs.push({ from, milliseconds: median / APPROVALS, serviceMicros, databaseMicros })
    }
    users.end()
    return costs
  } finally {
    await endChild(child)
    await db.destroy()
    await dropDatabase(serverUrl, url)
  }
}

function createDeciders({ url, tokens }: Ready, db: Database) {
  const lines = Array.from({ length: APPROVALS }, () => openConnection(url))
  const post = async (worker: number, path: string, user: string, body: object) => {
    const answer = await lines[worker]?.post(path, tokens[user] ?? '', JSON.stringify(body))
    if (answer === undefined || answer.status >= 300) throw new Error(answer?.body)
  }
  return {
    start: () =>
      Promise.all(
        lines.map((_, worker) =>
          post(worker, '/api/bpm/v1/process-instances', 'employee', {
            bizType: 'expense',
            bizId: `E-${worker}`,
            title: 'Trip to Lisbon',
            variables: { amount: 2500 },
            idempotencyKey: `bench ${worker}`,
          }),
        ),
      ),
    /** @returns the milliseconds that all decisions took, without looking up what to decide. */
    async decideEach(): Promise<number> {
      const open = await db
        .selectFrom('tasks')
        .where('ended_at', 'is', null)
        .select('task_no as taskNo')
        .execute()
      const began = performance.now()
      await Promise.all(
        open.map(({ taskNo }, worker) =>
          post(worker, `/api/bpm/v1/tasks/${taskNo}/approve`, 'first', { comment: 'Again' }),
        ),
      )
      return performance.now() - began
    },
    end() {
      for (const line of lines) line.end()
    },
  }
}
