import type { Db } from '../../db/schema.ts'

/** Open incidents of all tenants, by kind. */
export const countOpenIncidents = (db: Db) =>
  db
    .selectFrom('incidents')
    .where('resolved_at', 'is', null)
    .select(({ fn }) => ['kind', fn.countAll<string>().as('open')])
    .groupBy('kind')
    .execute()
