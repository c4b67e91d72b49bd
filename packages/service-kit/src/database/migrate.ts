import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Logger } from '../process/log.ts'
import { grantToApplication, grantWhatIsNew } from './application-role.ts'
import { applyMigration, takeTurn, whileInUse } from './apply-migration.ts'
import { connectToLeader } from './leader.ts'
import { readVersionBeside, refuseToMigrate } from './schema-version.ts'
import { refuseOldServer, selectServerVersion } from './server-check.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const createTables = `
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  );
  create table if not exists schema_version (
    single boolean primary key default true,
    version text not null,
    migrated_at timestamptz(3) not null default now(),
    constraint schema_version_single check (single)
  )`

interface MigrateOptions {
  readonly url: string
  readonly directory: URL
  /** What the service connects as, unless it is the owner itself. */
  readonly applicationRole?: string | undefined
  readonly log?: Logger
}

/**
 * Applies the pending `*.sql` files of a folder in the order of their names, each in a transaction
 * of its own; one that says `-- migrate: outside a transaction` is a single statement beside it. A
 * migration waits two seconds for a lock and is tried again. Several processes may call it at once: a
 * table lock lets one through at a time. The role of the service, when one is named, gets the rights to a
 * table in the transaction that makes it, and at the end to all; then the database keeps which version this was.
 *
 * @returns names of the files applied by this call.
 * @throws when a file that was applied has changed since, or is gone, the server is too old, or the
 *   database of a version that this one does not follow.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, directory, log } = options
  const migrations = await readMigrations(directory)
  const version = await readVersionBeside(directory)
  return withClient(url, async (client) => {
    refuseOldServer((await client.query(selectServerVersion)).rows[0])
    await ensureTables(client)
    await refuseUnfollowed(client, version)
    const applied: string[] = []
    for (;;) {
      const name = await whileInUse(client, log, () => applyNext(client, options, migrations))
      if (name === undefined) break
      log?.info({ migration: name }, 'migration applied')
      applied.push(name)
    }
    if (options.applicationRole !== undefined) await grant(client, log, options.applicationRole)
    if (version !== undefined) await keepVersion(client, version)
    return applied
  })
}

async function refuseUnfollowed(client: pg.Client, own: string | undefined): Promise<void> {
  const { rows } = await client.query<{ version: string }>('select version from schema_version')
  const applied = new Set((await readApplied(client)).keys())
  const refusal = refuseToMigrate(own, { version: rows[0]?.version, applied })
  // For the operator.
  if (refusal !== undefined) throw Object.assign(new Error(refusal), { code: 'P0001' })
}

const keepVersion = (client: pg.Client, version: string) =>
  client.query(
    `insert into schema_version (version) values ($1)
     on conflict (single) do update set version = excluded.version, migrated_at = now()
     where schema_version.version <> excluded.version`,
    [version],
  )

async function grant(client: pg.Client, log: Logger | undefined, role: string): Promise<void> {
  // Two at once would change the same rows of the catalogue.
  await takeTurn(client, log)
  await grantToApplication(client, role)
  await client.query('commit')
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
  { url, applicationRole, log }: MigrateOptions,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  // An error that is not tried again closes the connection, which rolls back.
  await takeTurn(client, log)
  const [next] = pendingOf(migrations, await readApplied(client))
  if (next !== undefined) {
    await applyMigration(client, url, next.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      next.name,
      next.checksum,
    ])
    // Processes of before may come to a new table at once, by a trigger.
    if (applicationRole !== undefined) await grantWhatIsNew(client, applicationRole)
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
    if (!known.has(name))
      throw new Error(
        `migration ${name} is applied but its file is gone: is this an earlier version?`,
      )
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

async function ensureTables(client: pg.Client): Promise<void> {
  try {
    await client.query(createTables)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !madeByAnother.has(error.code ?? '')) throw error
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectToLeader(url, 'migrate')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
