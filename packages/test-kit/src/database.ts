import { inject } from 'vitest'
import type { ApplicationRole } from './application-role.ts'
import { createEmpty, createFromTemplate, dropDatabase, onServer, rightsRole } from './databases.ts'
import { noteTenantTables } from './statements/tenant-tables.ts'

declare module 'vitest' {
  /** What the global setup hands to the test files. */
  interface ProvidedContext {
    /** Address of the PostgreSQL server under test, with a role that may create databases. */
    readonly databaseServerUrl: string
    /** What the services under test connect as. */
    readonly applicationRole: ApplicationRole
    /** Names the databases of this run apart from those of another run on the same server. */
    readonly runId: string
  }
}

/** A database of one test file. */
export interface TestDatabase {
  /** For the service: its role owns nothing. An empty database has its owner's here. */
  readonly url: string
  readonly ownerUrl: string
  /** What a service may not do: changes tables, switches triggers off, rewrites history. */
  readonly asOwner: (statements: string) => Promise<void>
  /**
   * Drops the database at once, also while connections are open. Close pools first. Optional:
   * what a run leaves is dropped at its end.
   */
  readonly drop: () => Promise<void>
}

/**
 * Gives a fresh database with the migrations of a folder applied (an empty one without).
 *
 * Ask once per test file. The first to ask for a set of migrations pays for them, the others copy
 * the result in a few milliseconds.
 *
 * @param options.migrations The folder, e.g. `new URL('../migrations/', import.meta.url)`.
 */
export async function useDatabase(options: { migrations?: URL } = {}): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const runId = inject('runId')
  const { migrations } = options
  if (migrations === undefined) {
    const url = await createEmpty(serverUrl, runId)
    return { ...ownedBy(url), url, drop: () => dropDatabase(serverUrl, url) }
  }
  const ownerUrl = await createFromTemplate(serverUrl, runId, migrations, (target) =>
    applyMigrations(target, migrations),
  )
  await noteTenantTables(ownerUrl)
  const { name, password } = inject('applicationRole')
  const url = Object.assign(new URL(ownerUrl), { username: name, password }).href
  return { ...ownedBy(ownerUrl), url, drop: () => dropDatabase(serverUrl, ownerUrl) }
}

const ownedBy = (ownerUrl: string) => ({
  ownerUrl,
  asOwner: (statements: string) =>
    onServer(ownerUrl, async (client) => {
      await client.query(statements)
    }),
})

async function applyMigrations(url: string, directory: URL): Promise<void> {
  // Only the first file that asks for a set of migrations pays for loading these.
  const { migrate } = await import('@countersign/service-kit/migrate')
  const { createLogger } = await import('@countersign/service-kit/log')
  const log = createLogger({ service: 'test', level: 'silent' })
  await migrate({ url, directory, applicationRole: rightsRole, log })
}
