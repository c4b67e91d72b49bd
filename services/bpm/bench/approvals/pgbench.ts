import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Script } from './statements.ts'

const debianPrograms = '/usr/lib/postgresql'

/** PostgreSQL's own load generator; undefined where it is not installed. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(debianPrograms).catch(() => [])
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debianPrograms, version, 'bin')),
  ]
  for (const folder of folders) {
    const path = join(folder, 'pgbench')
    if (await isThere(path)) return path
  }
  return undefined
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Runs a script so many times over so many connections, each time with another `:n`, statements
 * prepared.
 *
 * @returns transactions per second.
 */
export async function runPgbench(
  pgbench: string,
  databaseUrl: string,
  script: Script,
  { clients, each }: { clients: number; each: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    const lines = ['\\set i :i + 1', '\\set n :client_id * 1000000 + :i', ...script]
    await writeFile(file, `${lines.join('\n')}\n`)
    const url = new URL(databaseUrl)
    const options = ['-n', '-M', 'prepared', '-c', clients, '-j', 1, '-t', each, '-D', 'i=0']
    const { stdout } = await promisify(execFile)(
      pgbench,
      [...options.map(String), '-f', file, url.pathname.slice(1)],
      {
        env: {
          PATH: process.env['PATH'],
          PGHOST: url.hostname,
          PGPORT: url.port,
          PGUSER: url.username,
          PGPASSWORD: url.password,
        },
      },
    )
    const found = /tps = ([\d.]+)/.exec(stdout)?.[1]
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (found === undefined || failed !== '0') throw new Error(stdout)
    return Number(found)
  } finally {
    await rm(folder, { recursive: true })
  }
}
