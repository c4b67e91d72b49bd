import type pg from 'pg'

/** What one migration did to the tables that were there before it. */
export interface Measured {
  readonly migration: string
  readonly ms: number
  /** The strongest lock on each table that was there. */
  readonly locks: readonly { readonly table: string; readonly mode: string }[]
  readonly rowsWritten: number
  /** Tables and indexes that were written anew as a whole. */
  readonly rewritten: readonly string[]
}

const strengths = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
]

const selectTables = `
  select oid::text, relname as name, relfilenode::text as file from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'`
const selectLocks = `
  select relation::text as oid, mode from pg_locks
  where pid = pg_backend_pid() and locktype = 'relation' and granted`
const selectWritten = `
  select coalesce(sum(n_tup_upd + n_tup_del), 0)::int as rows from pg_stat_xact_user_tables`

interface Table {
  readonly oid: string
  readonly name: string
  readonly file: string
}

/** Runs a migration as `migrate` does, and looks at its locks before it commits. */
export async function measureMigration(
  client: pg.Client,
  migration: string,
  sql: string,
): Promise<Measured> {
  // It takes SHARE UPDATE EXCLUSIVE, which no request waits for, and cannot be looked at in between.
  if (sql.includes('-- migrate: outside a transaction')) {
    const begunOutside = performance.now()
    await client.query(sql)
    const took = performance.now() - begunOutside
    return { migration, ms: took, locks: [], rowsWritten: 0, rewritten: [] }
  }
  const before = (await client.query<Table>(selectTables)).rows
  await client.query('begin')
  const begun = performance.now()
  await client.query(sql)
  const ms = performance.now() - begun
  const held = (await client.query<{ oid: string; mode: string }>(selectLocks)).rows
  const written = await client.query<{ rows: number }>(selectWritten)
  const after = new Map((await client.query<Table>(selectTables)).rows.map((t) => [t.oid, t]))
  await client.query('commit')
  const locks = before.flatMap(({ oid, name }) => {
    const modes = held.filter((lock) => lock.oid === oid).map(({ mode }) => strengths.indexOf(mode))
    const mode = strengths[Math.max(-1, ...modes)]
    // Weaker ones keep neither readers nor writers waiting.
    return mode === undefined || strengths.indexOf(mode) < 3 ? [] : [{ table: name, mode }]
  })
  const rewritten = before.filter(({ oid, file }) => after.get(oid)?.file !== file)
  return {
    migration,
    ms,
    locks,
    rowsWritten: written.rows[0]?.rows ?? 0,
    rewritten: rewritten.map(({ name }) => name),
  }
}
