import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ORPHAN_PREFIX, removeOrphans } from './orphans.ts'
import { findFreePort } from './ports.ts'
import { placeBinaries, type Account } from './postgres-binaries.ts'

const START_ATTEMPTS = 3
const READY_TIMEOUT_MS = 90_000
const LOOPBACK_ONLY = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']

/** A PostgreSQL that lives in a temporary folder and goes with it. */
export interface EmbeddedServer {
  readonly url: string
  readonly stop: () => Promise<void>
  /** Ends it as a crash would, and starts it again on the same data and port. */
  readonly restart: () => Promise<void>
}

/**
 * Starts PostgreSQL on a free port of the loopback interface, with its data in a new temporary
 * folder. Root starts it as `postgres` or `nobody`, because PostgreSQL refuses to run as root.
 */
export async function startEmbedded(flags: readonly string[]): Promise<EmbeddedServer> {
  await removeOrphans()
  for (let attempt = 1; ; attempt += 1) {
    const home = await mkdtemp(join(tmpdir(), `${ORPHAN_PREFIX}${process.pid}-`))
    try {
      return await startIn(home, flags)
    } catch (error) {
      await rm(home, { recursive: true, force: true })
      // The port was free a moment ago; somebody else may have taken it since.
      if (attempt === START_ATTEMPTS) throw error
    }
  }
}

async function startIn(home: string, flags: readonly string[]): Promise<EmbeddedServer> {
  const { bin, account, dataDir, password } = await initialize(home)
  const port = await findFreePort()
  const settings = ['-D', dataDir, '-p', String(port), ...LOOPBACK_ONLY, ...flags]
  const startServer = () => start(join(bin, 'postgres'), settings, account)
  let server = startServer()
  const interrupt = (): void => void server.child.kill('SIGINT')
  process.once('exit', interrupt)
  const stop = async (): Promise<void> => {
    process.off('exit', interrupt)
    interrupt()
    await ending(server.child)
    await rm(home, { recursive: true, force: true })
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  if (!(await answers(url, server.child))) {
    await stop()
    throw new Error(`PostgreSQL did not start:\n${server.output()}`)
  }
  const restart = async (): Promise<void> => {
    server.child.kill('SIGQUIT')
    await ending(server.child)
    server = startServer()
    if (!(await answers(url, server.child))) {
      throw new Error(`PostgreSQL did not come back:\n${server.output()}`)
    }
  }
  return { url, stop, restart }
}

/** Makes a data folder, and a role `postgres` with a password that nobody else knows. */
async function initialize(home: string) {
  const { bin, account } = await placeBinaries(home)
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(home, 'password')
  const dataDir = join(home, 'data')
  await mkdir(dataDir)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) {
    await chmod(home, 0o711)
    for (const path of [dataDir, passwordFile]) await chown(path, account.uid, account.gid)
  }
  const files = ['-D', dataDir, `--pwfile=${passwordFile}`]
  const options = ['-U', 'postgres', '--auth=scram-sha-256', '--no-sync', '--encoding=UTF8']
  const args = [...files, ...options, '--locale=C.UTF-8']
  const initdb = start(join(bin, 'initdb'), args, account)
  if ((await ending(initdb.child)) !== 0) throw new Error(`initdb failed:\n${initdb.output()}`)
  return { bin, account, dataDir, password }
}

function start(
  program: string,
  args: readonly string[],
  account: Account | undefined,
): { child: ChildProcess; output: () => string } {
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'], ...account })
  let kept = ''
  const keep = (chunk: unknown): void => {
    kept = `${kept}${String(chunk)}`.slice(-4_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.once('error', keep)
  return { child, output: () => kept }
}

/** The exit code, once the program has ended; undefined when it was ended or never began. */
async function ending(child: ChildProcess): Promise<number | undefined> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    await once(child, 'exit')
  }
  return child.exitCode ?? undefined
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (child.exitCode === null && child.pid !== undefined && Date.now() < deadline) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return false
}
