import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const DAY_MS = 86_400_000

/** Fixed key of the lock that lets one process at a time build templates on a server. */
const TEMPLATE_LOCK = 7_262_031_402

/** Has the application's rights in each template; templates outlive a run, so they cannot know its role. */
export const rightsRole = 'countersign_test_application'

/** Brings an empty database up to date; given by service-kit, or by the test of this module. */
export type Migrate = (url: string) => Promise<void>

/**
 * Creates a database that is up to date, by copying a template that is migrated once per content
 * of the migrations and server.
 *
 * Safe when several processes ask at once, also through a pooler in transaction mode: templates are
 * built under the advisory lock of an open transaction, under a temporary name, and renamed when
 * complete. A half-built one is dropped by the next who asks.
 *
 * @returns the address of the new database.
 */
export async function createFromTemplate(
  serverUrl: string,
  runId: string,
  migrations: URL,
  migrate: Migrate,
): Promise<string> {
  const template = `countersign_tpl_${await hashMigrations(migrations)}`
  await ensureTemplate(serverUrl, template, migrate)
  const name = databaseName(runId)
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} template ${template}`),
  )
  return databaseUrl(serverUrl, name)
}

/** Creates an empty database and gives its address. */
export async function createEmpty(serverUrl: string, runId: string): Promise<string> {
  const name = databaseName(runId)
  await onServer(serverUrl, (client) => client.query(`create database ${name}`))
  return databaseUrl(serverUrl, name)
}

/** Drops the database of an address given by this module, also while connections are open. */
export async function dropDatabase(serverUrl: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await onServer(serverUrl, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  )
}

/** Drops what a run left, for servers that outlive it. */
export async function dropDatabasesOfRun(serverUrl: string, runId: string): Promise<void> {
  await dropWhere(serverUrl, (name) => name.startsWith(`countersign_t_${runId}_`))
}

/** Drops what runs that were killed more than a day ago left. */
export async function dropStaleDatabases(serverUrl: string): Promise<void> {
  await dropWhere(serverUrl, (name) => {
    const startedAt = /^countersign_t_([0-9a-z]+)[0-9a-f]{6}_/.exec(name)?.[1]
    return startedAt !== undefined && Date.now() - Number.parseInt(startedAt, 36) > DAY_MS
  })
}

async function dropWhere(serverUrl: string, matches: (name: string) => boolean): Promise<void> {
  await onServer(serverUrl, async (client) => {
    const found = await client.query<{ datname: string }>(
      "select datname from pg_database where datname ^@ 'countersign_t_'",
    )
    for (const { datname } of found.rows.filter((row) => matches(row.datname))) {
      await client.query(`drop database if exists ${datname} with (force)`)
    }
  })
}

async function ensureTemplate(
  serverUrl: string,
  template: string,
  migrate: Migrate,
): Promise<void> {
  while (!(await ensuredBySomebody(serverUrl, template, migrate))) await sleep(100)
}

/**
 * The template is there, or is built here; not if somebody else is at it. Waiting for the lock would
 * keep one of a pooler's few connections, which whoever builds may need.
 */
async function ensuredBySomebody(
  serverUrl: string,
  template: string,
  migrate: Migrate,
): Promise<boolean> {
  return onServer(serverUrl, async (client) => {
    if (await databaseExists(client, template)) return true
    await client.query('begin')
    const lock = await client.query<{ held: boolean }>(
      'select pg_try_advisory_xact_lock($1) as held',
      [TEMPLATE_LOCK],
    )
    if (lock.rows[0]?.held !== true) return false
    if (await databaseExists(client, template)) return true
    // Databases are not made inside a transaction, so beside the one that holds the lock.
    await onServer(serverUrl, (builder) => buildTemplate(builder, serverUrl, template, migrate))
    return true
  })
}

async function buildTemplate(
  client: pg.Client,
  serverUrl: string,
  template: string,
  migrate: Migrate,
): Promise<void> {
  const unfinished = `${template}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  await migrate(databaseUrl(serverUrl, unfinished))
  // Nobody may connect, autovacuum included: a connection would make copying fail. A pooler keeps
  // those that the migration is done with.
  await client.query(`alter database ${unfinished} with allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    unfinished,
  ])
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

async function databaseExists(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name])
  return found.rowCount === 1
}

/** Runs on a connection of its own; closing it also ends its transaction and gives back its locks. */
export async function onServer<T>(
  serverUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function hashMigrations(directory: URL): Promise<string> {
  // Templates of before lack the rights of the application's role.
  const hash = createHash('sha256').update(`${rightsRole}\0`)
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const name of names) {
    const text = await readFile(new URL(name, withSlash(directory)), 'utf8')
    hash.update(`${name}\0${text.length}\0${text}\0`)
  }
  return hash.digest('hex').slice(0, 24)
}

function withSlash(directory: URL): URL {
  return directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`)
}

function databaseName(runId: string): string {
  return `countersign_t_${runId}_${randomBytes(6).toString('hex')}`
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
