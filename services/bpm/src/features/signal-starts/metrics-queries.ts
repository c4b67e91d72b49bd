import type { Db } from '../../db/schema.ts'

/** Starts by signals of all tenants that fail, by why. */
export const countFailingSignalStarts = (db: Db) =>
  db
    .selectFrom('signal_starts')
    .where('outcome', 'is', null)
    .where('failed_at', 'is not', null)
    .select(({ fn }) => ['code', fn.countAll<string>().as('failing')])
    .groupBy('code')
    .execute()
