import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../../db/schema.ts'

/** The same database, and how often it was asked. */
export function countReads(db: Database): { db: Database; reads: () => number } {
  let reads = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      reads += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), reads: () => reads }
}
