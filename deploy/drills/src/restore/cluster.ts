import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@countersign/test-kit/ports'
import { findAccount } from '@countersign/test-kit/postgres-binaries'
import { until } from './patience.ts'

const run = promisify(execFile)

/** PostgreSQL's own programs, and the folder in which servers, backups and the archive are. */
export interface Place {
  readonly bin: string
  readonly home: string
  /** Who runs the servers: root may not. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined
}

export interface Cluster {
  readonly hosts: string
  readonly adminUrl: string
  /** Answers the first column of the first row, as text. */
  readonly ask: (sql: string, database?: string) => Promise<string>
  readonly stop: () => Promise<void>
}

export async function openPlace(bin: string, home: string): Promise<Place> {
  const account = process.getuid?.() === 0 ? await findAccount() : undefined
  await chmod(home, 0o711)
  const place = { bin, home, account }
  for (const name of ['archive', 'servers']) await makeFolder(place, name)
  return place
}

async function makeFolder({ home, account }: Place, name: string): Promise<string> {
  const path = join(home, name)
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (account !== undefined) await chown(path, account.uid, account.gid)
  return path
}

/** A new server that archives its WAL, as the guide says (docs/operations/backup.md). */
export async function startSource(place: Place): Promise<Cluster> {
  const data = join(place.home, 'servers', 'source')
  const { bin, account, home } = place
  const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  await run(join(bin, 'initdb'), ['-D', data, '--no-sync', ...options], account)
  const archive = join(home, 'archive')
  const [part, whole] = [`${archive}/.%f.part`, `${archive}/%f`]
  const command = `test ! -f ${whole} && cp %p ${part} && sync ${part} && mv ${part} ${whole}`
  await appendFile(
    join(data, 'postgresql.conf'),
    `wal_level = replica\narchive_mode = on\narchive_command = '${command}'\n`,
  )
  const source = await start(place, data)
  await source.ask(standIn, 'template1')
  return source
}

// The sample application wants PostgreSQL 18 for this function. It does not run in drills; its migrations do.
const standIn = `do $$ begin
  if to_regprocedure('uuidv7()') is null then
    create function uuidv7() returns uuid language sql as 'select gen_random_uuid()';
  end if;
end $$`

/** A base backup of a server that works on (pg_basebackup). */
export async function takeBase(place: Place, { hosts }: Cluster): Promise<string> {
  const [host = '', port = ''] = hosts.split(':')
  const base = join(place.home, 'servers', 'base')
  const from = ['-h', host, '-p', port, '-U', 'postgres', '-c', 'fast', '--no-sync']
  await run(join(place.bin, 'pg_basebackup'), ['-D', base, '-X', 'none', ...from], place.account)
  return base
}

/** Waits until everything that was committed so far is in the archive. */
export async function archiveAll(source: Cluster): Promise<void> {
  const file = await source.ask(
    `select pg_walfile_name(pg_switch_wal()) from pg_create_restore_point('end')`,
  )
  const archived = `select coalesce(last_archived_wal, '') from pg_stat_archiver`
  await until(`${file} is archived`, async () => (await source.ask(archived)) >= file)
}

/** A server with what the archive had at a moment: base backup, then WAL up to there. */
export async function restoreTo(
  place: Place,
  { name, base, moment }: { readonly name: string; readonly base: string; readonly moment: string },
): Promise<Cluster> {
  const data = join(place.home, 'servers', name)
  await run('cp', ['-a', base, data])
  await writeFile(join(data, 'recovery.signal'), '')
  await appendFile(
    join(data, 'postgresql.conf'),
    `archive_mode = off
restore_command = 'cp ${join(place.home, 'archive')}/%f %p'
recovery_target_time = '${moment}'
recovery_target_action = promote
`,
  )
  const cluster = await start(place, data)
  const isPromoted = async () => (await cluster.ask('select pg_is_in_recovery()')) === 'f'
  await until(`${name} is restored to ${moment}`, isPromoted)
  return cluster
}

async function start({ bin, account }: Place, data: string): Promise<Cluster> {
  const port = await findFreePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const sizes = ['max_connections=80', 'shared_buffers=64MB']
  const flags = [...settings, ...sizes].flatMap((setting) => ['-c', setting])
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  let log = ''
  child.stderr.on('data', (chunk) => (log = `${log}${String(chunk)}`.slice(-4_000)))
  const end = () => void child.kill('SIGINT')
  process.once('exit', end)
  const hosts = `127.0.0.1:${port}`
  const psql = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-XAt']
  const ask = async (sql: string, database = 'postgres') =>
    (await run(join(bin, 'psql'), [...psql, '-d', database, '-c', sql])).stdout.trim()
  await until('PostgreSQL takes connections', () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended:\n${log}`)
    return isReady(join(bin, 'pg_isready'), port)
  })
  const stop = async () => {
    process.off('exit', end)
    await ended(child)
  }
  return { hosts, adminUrl: `postgresql://postgres@${hosts}/postgres`, ask, stop }
}

const isReady = (program: string, port: number): Promise<boolean> =>
  run(program, ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(
    () => true,
    () => false,
  )

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}
