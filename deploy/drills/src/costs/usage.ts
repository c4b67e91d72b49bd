import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/** What has been used since the processes were started. */
export interface Usage {
  /** Seconds of processor time, of each service and of PostgreSQL. */
  readonly cpu: Readonly<Record<string, number>>
  readonly walBytes: number
  readonly rowsWritten: number
  readonly commits: number
  /** What the databases take on disk. */
  readonly storedBytes: number
}

/** Of Linux, whatever the kernel's own tick is (USER_HZ). */
const ticksPerSecond = 100

/** @param pids Of the services; PostgreSQL's processes are found by the connection. */
export async function readUsage(
  client: pg.Client,
  pids: Readonly<Record<string, number>>,
): Promise<Usage> {
  const cpu: Record<string, number> = { postgres: await postgresSeconds(client) }
  for (const [name, pid] of Object.entries(pids)) cpu[name] = (await readStat(pid)).seconds
  const { rows } = await client.query<{
    wal: string
    rows: string
    commits: string
    bytes: string
  }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal,
      sum(tup_inserted + tup_updated + tup_deleted) as rows, sum(xact_commit) as commits,
      sum(pg_database_size(datid)) as bytes
     from pg_stat_database where datname in ('iam', 'bpm', 'dms')`,
  )
  const [row] = rows
  return {
    cpu,
    walBytes: Number(row?.wal),
    rowsWritten: Number(row?.rows),
    commits: Number(row?.commits),
    storedBytes: Number(row?.bytes),
  }
}

async function postgresSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { parent } = await readStat(rows[0]?.pid ?? 0)
  const numbers = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const stats = await Promise.all(
    numbers.map(async (pid) => readStat(pid).catch(() => ({ parent: 0, seconds: 0 }))),
  )
  const own = await readStat(parent)
  return stats
    .filter((stat) => stat.parent === parent)
    .reduce((sum, { seconds }) => sum + seconds, own.seconds)
}

/** Its parent, and the processor time of it and of the children that have ended (proc_pid_stat(5)). */
async function readStat(pid: number): Promise<{ parent: number; seconds: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
}

/** What was used between two readings, for each of so many actions. */
export function perAction(before: Usage, after: Usage, count: number): Usage {
  const each = (read: (usage: Usage) => number) => (read(after) - read(before)) / count
  const names = Object.keys(after.cpu)
  return {
    cpu: Object.fromEntries(names.map((name) => [name, each(({ cpu }) => cpu[name] ?? 0)])),
    walBytes: each((usage) => usage.walBytes),
    rowsWritten: each((usage) => usage.rowsWritten),
    commits: each((usage) => usage.commits),
    storedBytes: each((usage) => usage.storedBytes),
  }
}
