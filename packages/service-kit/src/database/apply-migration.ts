import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../process/log.ts'
import { mostIdleMs } from './dialect.ts'
import { connectToLeader } from './leader.ts'
import { sqlStateOf } from './sql-state.ts'

type Client = Awaited<ReturnType<typeof connectToLeader>>

/** How long a migration waits for a lock; whoever comes after it waits behind it for as long. */
const lockTimeout = '2s'
const retryMs = 1_000
const retryForMs = 300_000

/** A lock was not had in time (55P03), or two waited for each other (40P01). */
const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

/**
 * Does it again while a table is in use: a migration gives up after two seconds, so that requests wait
 * no longer than that behind it, and comes back a second later.
 *
 * @throws the last refusal after five minutes.
 */
export async function whileInUse<T>(
  client: Client,
  log: Logger | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + retryForMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > end) throw error
      await client.query('rollback')
      log?.info({ err: error }, 'a table is in use; the migration is tried again')
      await sleep(retryMs)
    }
  }
}

const outside = /^-- migrate: outside a transaction$/m

/**
 * Begins a transaction and waits until no other process migrates. One that is frozen, or cut off, gives its locks back.
 */
export async function takeTurn(client: Client, log: Logger | undefined): Promise<void> {
  await client.query(`begin; set local idle_in_transaction_session_timeout = ${mostIdleMs}`)
  const waits = setTimeout(() => log?.info('another process migrates; waiting for it'), retryMs)
  try {
    await client.query('lock table schema_migrations in share row exclusive mode')
  } finally {
    clearTimeout(waits)
  }
}

/** Runs the file: in the open transaction of the client, or beside it on a connection of its own. */
export async function applyMigration(client: Client, url: string, sql: string): Promise<void> {
  if (outside.test(sql)) return whileAwake(client, runOutside(url, sql))
  await client.query(`set local lock_timeout = '${lockTimeout}'`)
  await client.query(sql)
}

/** The transaction that keeps the turn is idle meanwhile, and would be ended for that: it is asked now and then. */
async function whileAwake<T>(client: Client, work: Promise<T>): Promise<T> {
  // One that is lost refuses what comes after the work.
  const ask = () => void client.query('select 1').catch(() => {})
  const awake = setInterval(ask, mostIdleMs / 5)
  try {
    return await work
  } finally {
    clearInterval(awake)
  }
}

const duplicateTable = '42P07'

/**
 * One statement, such as CREATE INDEX CONCURRENTLY, which waits for transactions of before and takes no
 * lock that a write waits for. One that died half way leaves an index that is not valid: it goes first. Where
 * the one that died was done, and had only not been noted yet, the index is there.
 */
async function runOutside(url: string, sql: string): Promise<void> {
  const other = await connectToLeader(url, 'migrate')
  try {
    await untilBuilt(other, sql)
    for (const { name } of await listInvalid(other, sql))
      await other.query(`drop index concurrently if exists ${name}`)
    await other.query(sql)
  } catch (error) {
    if (sqlStateOf(error) !== duplicateTable) throw error
  } finally {
    await other.end()
  }
}

interface Invalid {
  readonly name: string
  readonly isBeingBuilt: boolean
}

/** The indexes of this migration that are not valid; not those that somebody else makes just now. */
async function listInvalid(client: Client, sql: string): Promise<readonly Invalid[]> {
  const { rows } = await client.query<Invalid & { bare: string }>(
    `select indexrelid::regclass::text as name, relname as bare, exists (
       select from pg_stat_progress_create_index as build where build.index_relid = indexrelid) as "isBeingBuilt"
     from pg_index i join pg_class c on c.oid = indexrelid
     where not indisvalid and relnamespace = current_schema()::regnamespace`,
  )
  return rows.filter(({ bare }) => sql.includes(bare))
}

/**
 * PostgreSQL goes on with a build whose client was killed, and what it has built is not to be thrown away. It waits
 * itself for transactions of before, and so does this for as long as a migration is patient.
 */
async function untilBuilt(client: Client, sql: string): Promise<void> {
  const end = performance.now() + retryForMs
  while ((await listInvalid(client, sql)).some(({ isBeingBuilt }) => isBeingBuilt)) {
    if (performance.now() > end) return
    await sleep(retryMs)
  }
}
