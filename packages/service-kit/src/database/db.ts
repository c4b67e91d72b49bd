import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from '../process/log.ts'
import { Dialect } from './dialect.ts'
import { createPool } from './pool.ts'
import { createStatementNames } from './statement-names.ts'
import { traceStatement } from '../tracing/statement-spans.ts'
import { tracing } from '../tracing/tracing.ts'

export type Database<S> = Kysely<S>

/** What a query function takes: the pool or an open transaction. */
export type Db<S> = Kysely<S> | Transaction<S>

export interface DatabaseOptions {
  readonly url: string
  readonly poolSize: number
  readonly applicationName: string
  readonly log: Logger
}

const { builtins } = pg.types

// int8 counts and sizes stay below 2^53; dates have no time zone to lose when they stay text.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.DATE, (text) => text],
])

/** How many stay open while nothing happens. */
const KEPT_CONNECTIONS = 2

/**
 * Opens a pool lazily: the first query connects, to the first host of the address that can be written to. Statements are named (prepared once per
 * connection), which halves PostgreSQL's work for short ones, unless the address says
 * `prepared_statements=false`: behind a pooler that gives each transaction another connection and
 * does not follow names (PgBouncer before 1.21).
 */
export function createDatabase<S>(options: DatabaseOptions): Database<S> {
  const { pool, probe } = createPool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    idleTimeoutMillis: 30_000,
    // Whoever comes after a pause waits for no connection, and loops that look now and then make none anew each time.
    min: KEPT_CONNECTIONS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that dies, idle or inside a transaction, is an event without a caller: without
  // these listeners it would end the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'))
  const areNamed = !/[?&]prepared_statements=false(&|$)/.test(options.url)
  const nameStatements = createStatementNames()
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'))
    if (areNamed) nameStatements(client)
  })
  const db = new Kysely<S>({
    dialect: new Dialect({ pool }),
    ...(tracing() === undefined ? {} : { log: traceStatement }),
  })
  pools.set(db, pool)
  probes.set(db, probe)
  return db
}

const pools = new WeakMap<object, pg.Pool>()
const probes = new WeakMap<object, () => Promise<void>>()

/**
 * Asks the server whether it is of use, by a connection that waits for nobody's work.
 *
 * @throws DatabaseUnavailable when it is not.
 */
export async function probeDatabase(db: object): Promise<void> {
  await probes.get(db)?.()
}

/** How the pool of a database is used. */
export interface PoolState {
  readonly used: number
  readonly idle: number
  /** Who waits for a connection. */
  readonly pending: number
  readonly max: number
}

export function poolStateOf(db: object): PoolState | undefined {
  const pool = pools.get(db)
  if (pool === undefined) return undefined
  const { totalCount, idleCount: idle, waitingCount: pending } = pool
  return { used: totalCount - idle, idle, pending, max: pool.options.max }
}

/** Whether PostgreSQL refused a duplicate (23505), of the named constraint when one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23505', constraint)
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23503', constraint)
}

export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23514', constraint)
}

function isViolation(error: unknown, sqlState: string, constraint: string | undefined): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === sqlState &&
    (constraint === undefined || error.constraint === constraint)
  )
}
