// Fills one tenant's inboxes and prints what reading a page and counting the boxes take.
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { dropDatabase } from '@countersign/test-kit/databases'
import { sql } from 'kysely'
import type { Database, Schema } from '../../src/db/schema.ts'
import { countBoxes } from '../../src/features/tasks/inbox-queries.ts'
import { searchInbox } from '../../src/features/tasks/reading/search-inbox.ts'
import { migrations } from '../../src/migrations.ts'
import { load } from '../approvals/load.ts'
import { cpuOf } from '../cpu.ts'
import { makeDatabase } from '../databases.ts'
import { readsNarrowed, type Page, type Read } from './narrowed-reads.ts'
import { fillBoxes, TENANT_ID, userId, type BoxSizes } from './rows.ts'

const READS = 2_000
const WARM_UP = 500
const PAGE = 21
/** As the badges show it: "99+". */
const CAP = 99

export interface ReadCost {
  readonly read: string
  readonly p50: number
  readonly p99: number
  /** Of the connection's process for one read: what does not change with the load of the machine. */
  readonly databaseMicros: number
}

/** Milliseconds as the service spends them: building the query, the way to PostgreSQL and back. */
export async function measureInbox(serverUrl: string, sizes: BoxSizes): Promise<ReadCost[]> {
  const url = await makeDatabase(serverUrl, 'inbox', undefined)
  const log = createLogger({ service: 'bench', level: 'error' })
  await migrate({ url, directory: migrations })
  const db = createDatabase<Schema>({ url, poolSize: 1, applicationName: 'bench', log })
  try {
    await fillBoxes(db, sizes)
    const costs: ReadCost[] = []
    for (const [read, work] of readsOf(db, sizes)) costs.push({ read, ...(await timed(db, work)) })
    return costs
  } finally {
    await db.destroy()
    await dropDatabase(serverUrl, url)
  }
}

function readsOf(db: Database, { users }: BoxSizes): [string, Read][] {
  const someone = () => userId(1 + Math.floor(Math.random() * (users - 1)))
  const page: Page = (filter) => searchInbox(db, TENANT_ID, { limit: PAGE, ...filter })
  const second = async (user: string, box: 'done') => {
    const last = (await page({ userId: user, box })).at(-1)
    return last === undefined ? undefined : { at: last.boxAt, taskId: last.id }
  }
  const counts = (user: string) =>
    countBoxes(db, { tenantId: TENANT_ID, userId: user, now: new Date(), cap: CAP })
  const full = userId(0)
  const middle = second(full, 'done')
  return [
    ['first page, to do', () => page({ userId: someone(), box: 'todo' })],
    ['first page, done', () => page({ userId: someone(), box: 'done' })],
    ['first page, to do, the fullest box', () => page({ userId: full, box: 'todo' })],
    [
      'next page, done, the fullest box',
      async () => {
        const after = await middle
        return page({ userId: full, box: 'done', ...(after === undefined ? {} : { after }) })
      },
    ],
    ['counts', () => counts(someone())],
    ['counts, the fullest boxes', () => counts(full)],
    ...readsNarrowed(db, page, full),
  ]
}

async function timed(db: Database, work: Read): Promise<Omit<ReadCost, 'read'>> {
  const { warmUp, reads } = await chooseCounts(work)
  await load(warmUp, 1, async (index) => void (await work(index)))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const pid = rows[0]?.pid ?? 0
  const before = await cpuOf(pid)
  const { p50, p99 } = await load(reads, 1, async (index) => void (await work(index)))
  return { p50, p99, databaseMicros: (((await cpuOf(pid)) - before) / reads) * 1e6 }
}

/** A slow read is measured by fewer of them. */
async function chooseCounts(
  work: Read,
): Promise<{ readonly warmUp: number; readonly reads: number }> {
  const started = performance.now()
  for (let index = 0; index < 10; index++) await work(index)
  const each = (performance.now() - started) / 10
  const reads = Math.min(READS, Math.max(100, Math.round(10_000 / each)))
  return { warmUp: Math.round((reads * WARM_UP) / READS), reads }
}
