import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { IamDatabase } from '../src/db/types.ts'

/**
 * Reads what the server of a database has spent, in CPU seconds: its first process with those that have ended, and all
 * that are there (proc(5)).
 */
export async function readDatabaseCpu(db: IamDatabase): Promise<() => Promise<number>> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const [parent] = (await statOf(rows[0]?.pid ?? 0)) ?? []
  return async () => {
    const stats = await Promise.all((await readdir('/proc')).filter(isPid).map(statOf))
    const ticks = stats.reduce((sum, stat) => sum + ticksOf(stat, parent), 0)
    return ticks / 100
  }
}

const isPid = (name: string): boolean => /^\d+$/.test(name)

/** From the fourth field on: parent, …; undefined for a process that has ended meanwhile. */
async function statOf(pid: string | number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text === ''
    ? undefined
    : [...text.slice(text.lastIndexOf(')') + 4).split(' '), String(pid)]
}

function ticksOf(stat: readonly string[] | undefined, server: string | undefined): number {
  if (stat === undefined) return 0
  const [user = 0, system = 0, userEnded = 0, systemEnded = 0] = stat.slice(10, 14).map(Number)
  if (stat.at(-1) === server) return user + system + userEnded + systemEnded
  return stat[0] === server ? user + system : 0
}
