import { pino } from 'pino'

/** What PostgreSQL says beside its message quotes rows and values: data of people, hashes of their secrets. */
const quoting = new Set(['detail', 'where', 'internalQuery'])

/**
 * An error as the log has it: as pino writes it, without what PostgreSQL quotes, in it and in those that it holds.
 *
 * Kept by: packages/service-kit/src/process/log.test.ts "keeps rows out of the log that a database error quotes"
 */
export const toLoggedError = (error: unknown): unknown =>
  withoutRows(pino.stdSerializers.err(error as Error))

function withoutRows(logged: unknown): unknown {
  if (Array.isArray(logged)) return logged.map(withoutRows)
  // Only errors are gone into: what else one holds may be anything, also itself.
  if (typeof logged !== 'object' || logged === null || !('stack' in logged)) return logged
  const isOfDatabase = 'severity' in logged
  const kept = Object.entries(logged).filter(([name]) => !isOfDatabase || !quoting.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRows(value)]))
}
