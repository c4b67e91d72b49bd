import { sqlStateOf } from '@countersign/service-kit/sql-state'
import { onServer } from '@countersign/test-kit/databases'

/** What can be prepared; a lock or a setting is sent by tests that run there. */
const plannable = /^\s*(?:select|insert|update|delete|with|merge|values)\b/i

export const isPlannable = (text: string): boolean => plannable.test(text)

/**
 * Has a server read each statement and resolve all its names and types, as it does before it carries one out (PREPARE).
 *
 * @param url Of a database with the tables.
 * @returns what was refused, with the reason; not what is about tables that are not there at all.
 */
export async function findRefusals(url: string, texts: readonly string[]): Promise<string[]> {
  const refusals: string[] = []
  await onServer(url, async (client) => {
    for (const text of texts) {
      // Together, as a pooler gives the next request another connection.
      await client.query(`prepare planned as ${text}; deallocate planned`).catch((error: Error) => {
        if (!isAboutOthers(error, text)) refusals.push(`${error.message}\n${text}\n`)
      })
    }
  })
  return refusals
}

const undefinedTable = '42P01'
const undefinedColumn = '42703'

/** A test may ask another service's tables, a receiver's, or one that it made; the server's own are never such. */
function isAboutOthers(error: Error, text: string): boolean {
  const isMissing = [undefinedTable, undefinedColumn].includes(sqlStateOf(error) ?? '')
  return (
    isMissing && !/relation "pg_/.test(error.message) && !/\b(?:from|join)\s+pg_\w+\s/i.test(text)
  )
}
