import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from '../process/log.ts'

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

/**
 * Opens a pool lazily: the first query connects. Statements are named (prepared once per
 * connection), which halves PostgreSQL's work for short ones.
 */
export function createDatabase<S>(options: DatabaseOptions): Database<S> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that dies, idle or inside a transaction, is an event without a caller: without
  // these listeners it would end the process.
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'))
    nameStatements(client)
  })
  return new Kysely<S>({ dialect: new PostgresDialect({ pool }) })
}

// Statements built for lists of any length must not fill the server's memory with plans.
const maxNamedStatements = 500

function nameStatements(client: pg.PoolClient): void {
  const names = new Map<string, string>()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (...args: unknown[]) => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(...args)
    const name = names.get(text) ?? nameOf(text, names)
    return name === undefined
      ? query(...args)
      : query({ name, text, values: values as unknown[] }, ...rest)
  }
  Object.assign(client, { query: named })
}

function nameOf(text: string, names: Map<string, string>): string | undefined {
  if (names.size >= maxNamedStatements) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
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
