import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { dropDatabase } from '@countersign/test-kit/databases'
import type { Database, Schema } from '../../src/db/schema.ts'
import { migrations } from '../../src/migrations.ts'
import { endChild, startChild } from '../children.ts'
import { cpuOf } from '../cpu.ts'
import { makeDatabase } from '../databases.ts'
import { openConnection } from './http.ts'
import { load } from './load.ts'
import type { Ready } from './service.ts'

/** What one more decision costs an approval that has had so many. */
export interface HistoryCost {
  readonly from: number
  readonly to: number
  readonly p50: number
  readonly serviceMicros: number
}

const APPROVALS = 20
const STEP = 100

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
    for (let from = 0; from < decisions; from += STEP) {
      const cpu = await cpuOf(ready.pid)
      const { p50 } = await load(STEP, 1, () => users.decideEach())
      const serviceMicros = (((await cpuOf(ready.pid)) - cpu) / (STEP * APPROVALS)) * 1e6
      costs.push({ from, to: from + STEP, p50: p50 / APPROVALS, serviceMicros })
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
    async decideEach(): Promise<void> {
      const open = await db
        .selectFrom('tasks')
        .where('ended_at', 'is', null)
        .select('task_no as taskNo')
        .execute()
      await Promise.all(
        open.map(({ taskNo }, worker) =>
          post(worker, `/api/bpm/v1/tasks/${taskNo}/approve`, 'first', { comment: 'Again' }),
        ),
      )
    },
    end() {
      for (const line of lines) line.end()
    },
  }
}
