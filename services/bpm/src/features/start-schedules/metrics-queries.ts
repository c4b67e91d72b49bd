import type { Db } from '../../db/schema.ts'

/** Schedules of all tenants that fail, by why. */
export const countFailingSchedules = (db: Db) =>
  db
    .selectFrom('start_schedules')
    .where('failed_at', 'is not', null)
    .select(({ fn }) => ['code', fn.countAll<string>().as('failing')])
    .groupBy('code')
    .execute()
