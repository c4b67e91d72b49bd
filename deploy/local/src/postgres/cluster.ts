import { execFile } from 'node:child_process'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isMissing } from '../files.ts'
import { findCommandOf, isAlive, waitUntil } from '../processes.ts'
import { UserError } from '../user-error.ts'
import type { Placement } from './account.ts'

const run = promisify(execFile)
const majorVersion = '18'

/** Settings of a small machine that keeps every promise: nothing that makes a commit less durable. */
const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80',
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  // Little left to write when it stops; idle, nothing is written at all.
  checkpoint_timeout: '1min',
  // One server without replicas: no senders, no slots, no helper processes that only cost memory.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers: '0',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // After a power cut every file is brought to disk first: one call for all of them where there is.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}

export function serverArguments(dataDir: string, port: number): string[] {
  const settings = Object.entries(serverSettings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return ['-D', dataDir, '-p', String(port), ...settings]
}

/** Creates the cluster unless it exists. An interrupted creation leaves nothing that looks whole. */
export async function ensureCluster(placement: Placement, password: string): Promise<boolean> {
  const { dataDir } = placement
  const version = await readVersion(dataDir)
  if (version === majorVersion) return false
  if (version !== undefined) {
    throw new UserError(
      `${dataDir} belongs to PostgreSQL ${version}; this release runs ${majorVersion}. Use another DATA_DIR.`,
    )
  }
  const fresh = `${dataDir}.new`
  const passwordFile = `${dataDir}.password`
  await rm(fresh, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    const { account } = placement
    if (account !== undefined) await chown(passwordFile, account.uid, account.gid)
    await initialise(placement, fresh, passwordFile)
    await rm(dataDir, { recursive: true, force: true })
    await rename(fresh, dataDir)
  } finally {
    await rm(passwordFile, { force: true })
  }
  return true
}

async function initialise(placement: Placement, target: string, passwordFile: string) {
  // initdb makes the folder itself where it may; below a folder of root's it may not.
  if (placement.account !== undefined) {
    await mkdir(target, { mode: 0o700 })
    await chown(target, placement.account.uid, placement.account.gid)
  }
  await run(
    placement.binaries.initdb,
    [
      `--pgdata=${target}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of text on every operating system, and after every update of it.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...placement.account, windowsHide: true },
  )
}

async function readVersion(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Stops a server that a killed launcher left behind on this data folder. */
export async function stopOrphan(placement: Placement): Promise<void> {
  const { dataDir } = placement
  const pid = await readPostmasterPid(dataDir)
  if (pid === undefined || !isAlive(pid) || !(await looksLikeOurs(pid, dataDir))) return
  await stopServer(pid, placement)
  const complaint = `PostgreSQL of an earlier start does not stop (process ${pid}, by ${fileOf(dataDir)})`
  await waitUntil(() => !isAlive(pid), 15_000, complaint)
}

/** Asks for a fast shutdown: connections end, what is committed is on disk. */
export async function stopServer(pid: number, placement: Placement): Promise<void> {
  if (process.platform === 'win32') {
    // No signals there.
    await run(placement.binaries.pgCtl, ['stop', '-D', placement.dataDir, '-m', 'fast', '-W'], {
      windowsHide: true,
    })
  } else {
    process.kill(pid, 'SIGINT')
  }
}

/**
 * Whether the server takes connections: it says so in its own file, as pg_ctl reads it, too. One that was killed leaves
 * its file behind, until the next has written its own.
 */
export async function isServerReady(dataDir: string, pid: number | undefined): Promise<boolean> {
  const lines = await readPostmasterFile(dataDir)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

async function readPostmasterPid(dataDir: string): Promise<number | undefined> {
  const [line] = await readPostmasterFile(dataDir)
  return line === undefined ? undefined : Number(line)
}

const fileOf = (dataDir: string) => join(dataDir, 'postmaster.pid')

async function readPostmasterFile(dataDir: string): Promise<string[]> {
  try {
    return (await readFile(fileOf(dataDir), 'utf8')).split('\n')
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

// In doubt it is left alone: PostgreSQL looks for itself whether its folder is in use.
async function looksLikeOurs(pid: number, dataDir: string): Promise<boolean> {
  const command = await findCommandOf(pid)
  return command?.includes(process.platform === 'win32' ? 'postgres.exe' : dataDir) ?? false
}
