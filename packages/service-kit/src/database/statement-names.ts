// Named statements are prepared once for each connection. After a migration that adds a column, one that reads all
// columns is refused from then on ("cached plan must not change result type"): it is prepared anew, by another name.
//
// Kept by: packages/service-kit/src/database/statement-names.test.ts "goes on when a migration adds a column"
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { sqlStateOf } from './sql-state.ts'

// Statements built for lists of any length must not fill the server's memory with plans.
const maxNamedStatements = 500

/** What may be prepared: one statement about rows, whatever it is given. */
const ABOUT_ROWS = /^\s*(?:delete|insert|select|update|with)\b[^;]*$/i

/** Whether a statement was refused because its columns are others than when it was prepared. */
export const isStalePlan = (error: unknown): boolean =>
  sqlStateOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

/**
 * Makes what names the statements of the connections of a pool. The first one that is refused for its old columns
 * ends the names of all of them; it is sent again at once, and where that cannot help, as in a transaction, its
 * error goes to who repeats the transaction.
 */
export function createStatementNames(): (client: pg.PoolClient) => void {
  let generation = 0
  return (client) => {
    let names = new Map<string, string>()
    let namedIn = generation
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const nameOf = (text: string): string | undefined => {
      if (namedIn !== generation) names = new Map()
      namedIn = generation
      const known = names.get(text)
      if (known !== undefined || names.size >= maxNamedStatements) return known
      const name = `${createHash('sha1').update(text).digest('base64url')}${generation || ''}`
      names.set(text, name)
      return name
    }
    const named = (...args: unknown[]): unknown => {
      const [text, values, ...rest] = args
      if (typeof text !== 'string' || !Array.isArray(values)) return query(...args)
      if (values.length === 0 && !ABOUT_ROWS.test(text)) return query(...args)
      const name = nameOf(text)
      if (name === undefined) return query(...args)
      const preparedIn = generation
      const answer = query({ name, text, values: values as unknown[] }, ...rest)
      // A callback is told by itself; nobody here gives one.
      if (!(answer instanceof Promise)) return answer
      return answer.catch(async (error: unknown) => {
        if (!isStalePlan(error)) throw error
        if (preparedIn === generation) generation += 1
        // Nothing was carried out. Without a name it is planned anew, unless its transaction is over.
        return (query(...args) as Promise<unknown>).catch(() => {
          throw error
        })
      })
    }
    Object.assign(client, { query: named })
  }
}
