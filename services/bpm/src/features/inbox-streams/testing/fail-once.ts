import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../../db/schema.ts'

/** The same database, which refuses one statement when it is told to. */
export function failOnce(db: Database): {
  db: Database
  /** Refuses the one that comes after so many. */
  failAfter: (count: number) => void
} {
  let left = -1
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      left -= 1
      if (left === -1) throw new Error('a hiccup')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), failAfter: (count) => (left = count) }
}
