import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Logger } from '../process/log.ts'
import type { Worker } from '../process/serve.ts'
import { readVersionBeside, refuseToStart, type SchemaState } from './schema-version.ts'
import { findOutage } from './unavailable.ts'

/** As PostgreSQL tells it: 150_000 and more are version 15. */
const oldestVersion = 150_000

const tooOld = (version: string): string =>
  `PostgreSQL ${version} is too old: the oldest that is supported is ${oldestVersion / 10_000}`

interface Server {
  readonly version: string
  readonly versionNumber: number
  /** The role of the service, when it owns the tables. */
  readonly owner: string | null
}

const ASK_AGAIN_MS = 5_000

/**
 * Asks, when the service runs, what it is connected to, until it is told. Ends a service on a server that is too
 * old, or on tables that are too old or too new for it: it would fail later, at some statement. Says when the role of the service owns the tables:
 * whoever takes over the service could then switch off what guards them. Nothing waits for it, and a
 * database that is away is told by others.
 */
export const serverCheck =
  (
    db: QueryExecutorProvider,
    log: Logger,
    migrations?: URL,
    { askAgainMs = ASK_AGAIN_MS } = {},
  ): Worker =>
  async (signal) => {
    let asked = await ask(db, log)
    while (asked === 'away') {
      await pause(askAgainMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      asked = await ask(db, log)
    }
    if (asked === undefined) return
    const { server, tables } = asked
    if (server.versionNumber < oldestVersion) throw new Error(tooOld(server.version))
    if (migrations !== undefined) await checkTables(tables, migrations)
    if (server.owner !== null)
      log.warn(
        { role: server.owner },
        'the role of the service owns its tables: see "Database" in deploy.md',
      )
  }

/** undefined: it refuses, and will the next time. */
async function ask(
  db: QueryExecutorProvider,
  log: Logger,
): Promise<{ readonly server: Server; readonly tables: SchemaState } | 'away' | undefined> {
  try {
    return { server: await askServer(db), tables: await readState(db) }
  } catch (error) {
    log.warn({ err: error }, 'nobody knows yet what the database is, nor who owns the tables')
    return findOutage(error) === undefined ? undefined : 'away'
  }
}

async function checkTables(tables: SchemaState, directory: URL): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  const own = { version: await readVersionBeside(directory), migrations: names }
  const refusal = refuseToStart(own, tables)
  if (refusal !== undefined) throw new Error(refusal)
}

/** Tables of before keep no version, and those of an empty database are not there. */
async function readState(db: QueryExecutorProvider): Promise<SchemaState> {
  const { rows: there } = await sql<{ migrations: boolean; version: boolean }>`
    select to_regclass('schema_migrations') is not null as migrations,
      to_regclass('schema_version') is not null as version`.execute(db)
  const applied = there[0]?.migrations
    ? await sql<{ name: string }>`select name from schema_migrations`.execute(db)
    : { rows: [] }
  const version = there[0]?.version
    ? await sql<{ version: string }>`select version from schema_version`.execute(db)
    : { rows: [] }
  return {
    version: version.rows[0]?.version,
    applied: new Set(applied.rows.map(({ name }) => name)),
  }
}

async function askServer(db: QueryExecutorProvider): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      (select current_user from pg_class
       where oid = to_regclass('schema_migrations')
         and pg_has_role(current_user, relowner, 'member')) as owner`.execute(db)
  const [server] = rows
  if (server === undefined) throw new Error('a query of one row had none')
  return server
}

/** What {@link refuseOldServer} has to know of it. */
export const selectServerVersion = `select current_setting('server_version') as version,
  current_setting('server_version_num')::int as "versionNumber"`

/** @throws for the operator (P0001) when the server is too old for the migrations. */
export function refuseOldServer(server: Pick<Server, 'version' | 'versionNumber'> | undefined) {
  if (server !== undefined && server.versionNumber < oldestVersion)
    throw Object.assign(new Error(tooOld(server.version)), { code: 'P0001' })
}
