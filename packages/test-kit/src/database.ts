import { inject } from 'vitest'
import { createEmpty, createFromTemplate, dropDatabase } from './databases.ts'
import { noteTenantTables } from './statements/tenant-tables.ts'

declare module 'vitest' {
  /** What the global setup hands to the test files. */
  interface ProvidedContext {
    /** Address of the PostgreSQL server under test, with a role that may create databases. */
    readonly databaseServerUrl: string
    /** Names the databases of this run apart from those of another run on the same server. */
    readonly runId: string
  }
}

/** A database of one test file. */
export interface TestDatabase {
  readonly url: string
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
  const url =
    migrations === undefined
      ? await createEmpty(serverUrl, runId)
      : await createFromTemplate(serverUrl, runId, migrations, (target) =>
          applyMigrations(target, migrations),
        )
  if (migrations !== undefined) await noteTenantTables(url)
  return { url, drop: () => dropDatabase(serverUrl, url) }
}

async function applyMigrations(url: string, directory: URL): Promise<void> {
  // Only the first file that asks for a set of migrations pays for loading these.
  const { migrate } = await import('@countersign/service-kit/migrate')
  const { createLogger } = await import('@countersign/service-kit/log')
  await migrate({ url, directory, log: createLogger({ service: 'test', level: 'silent' }) })
}
