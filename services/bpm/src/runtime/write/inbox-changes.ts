import { sql } from 'kysely'

/** Who watches their inbox is told of entries that this transaction changed. */
export const changedNow = sql<string>`${sql.raw('pg_current_xact_id()')}`
