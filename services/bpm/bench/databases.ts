import { createEmpty } from '@countersign/test-kit/databases'
import { sql } from 'kysely'
import { openLanes } from './contenders/lanes.ts'

let copies = 0

/** A database of this run: empty, or a copy of another that nobody is connected to. */
export async function makeDatabase(
  serverUrl: string,
  runId: string,
  template: string | undefined,
): Promise<string> {
  if (template === undefined) return createEmpty(serverUrl, runId)
  copies += 1
  const name = `countersign_t_${runId}_copy${copies}`
  const db = openLanes(serverUrl)
  await sql
    .raw(`create database ${name} template ${new URL(template).pathname.slice(1)}`)
    .execute(db)
  await db.destroy()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

/** The process that all others of the server come from. */
export async function findPostmaster(url: string): Promise<number> {
  const db = openLanes(url)
  const { rows } = await sql<{
    file: string
  }>`select pg_read_file('postmaster.pid') as file`.execute(db)
  await db.destroy()
  return Number(rows[0]?.file.split('\n')[0])
}
