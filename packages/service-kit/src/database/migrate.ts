import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Logger } from '../process/log.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const createTable = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`

/**
 * Applies the pending `*.sql` files of a folder in the order of their names, each in a transaction
 * of its own. Several processes may call it at once: a table lock lets one through at a time.
 *
 * @returns names of the files applied by this call.
 * @throws when a file that was applied has changed since, or is gone.
 */
export async function migrate(options: {
  url: string
  directory: URL
  log?: Logger
}): Promise<string[]> {
  const migrations = await readMigrations(options.directory)
  return withClient(options.url, async (client) => {
    await ensureTable(client)
    const applied: string[] = []
    for (;;) {
      const name = await applyNext(client, migrations)
      if (name === undefined) return applied
      options.log?.info({ migration: name }, 'migration applied')
      applied.push(name)
    }
  })
}

/** Names of the migrations that `migrate` would apply; changes nothing. */
export async function checkMigrations(options: { url: string; directory: URL }): Promise<string[]> {
  const migrations = await readMigrations(options.directory)
  return withClient(options.url, async (client) => {
    const { rows } = await client.query<{ present: boolean }>(
      `select to_regclass('schema_migrations') is not null as present`,
    )
    if (rows[0]?.present !== true) return migrations.map(({ name }) => name)
    return pendingOf(migrations, await readApplied(client)).map(({ name }) => name)
  })
}

async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  // An error closes the connection, which rolls back.
  await client.query('begin')
  await client.query('lock table schema_migrations in share row exclusive mode')
  const [next] = pendingOf(migrations, await readApplied(client))
  if (next !== undefined) {
    await client.query(next.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      next.name,
      next.checksum,
    ])
  }
  await client.query('commit')
  return next?.name
}

function pendingOf(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  for (const name of applied.keys()) {
    if (!known.has(name)) throw new Error(`migration ${name} is applied but its file is gone`)
  }
  for (const { name, checksum } of migrations) {
    const recorded = applied.get(name)
    if (recorded !== undefined && recorded !== checksum)
      throw new Error(`migration ${name} was edited after it was applied`)
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const base = directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`)
  const names = (await readdir(base)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // The same file has CRLF endings in some checkouts; that is no edit.
      const sql = (await readFile(new URL(name, base), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

// "if not exists" still races: of several first runs at once the later ones meet the new table's
// index entry, its name or its row type, depending on how far the first has come.
const madeByAnother = new Set(['23505', '42P07', '42710'])

async function ensureTable(client: pg.Client): Promise<void> {
  try {
    await client.query(createTable)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !madeByAnother.has(error.code ?? '')) throw error
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
