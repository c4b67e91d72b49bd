import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const DAY_MS = 86_400_000

/** Fixed key of the lock that lets one process at a time build templates on a server. */
const TEMPLATE_LOCK = 7_262_031_402

/** Brings an empty database up to date; given by service-kit, or by the test of this module. */
export type Migrate = (url: string) => Promise<void>

/**
 * Creates a database that is up to date, by copying a template that is migrated once per content
 * of the migrations and server.
 *
 * Safe when several processes ask at once: templates are built under an advisory lock, under a
 * temporary name, and renamed when complete. A half-built one is dropped by the next who asks.
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
  await onServer(serverUrl, async (client) => {
    if (await databaseExists(client, template)) return
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    if (await databaseExists(client, template)) return
    const unfinished = `${template}_unfinished`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    await migrate(databaseUrl(serverUrl, unfinished))
    // Nobody may connect, autovacuum included: a connection would make copying fail.
    await client.query(`alter database ${unfinished} with allow_connections false`)
    await client.query(`alter database ${unfinished} rename to ${template}`)
  })
}

async function databaseExists(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name])
  return found.rowCount === 1
}

/** Runs on a connection of its own; closing it also gives back the advisory lock. */
async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function hashMigrations(directory: URL): Promise<string> {
  const hash = createHash('sha256')
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
