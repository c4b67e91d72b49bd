import type { WorkingCalendar } from '../../core/working-time.ts'
import type { Db } from '../../db/schema.ts'

/** The calendar that a tenant has set; undefined when it has not. */
export function findCalendar(db: Db, tenantId: string) {
  return db
    .selectFrom('calendars')
    .where('tenant_id', '=', tenantId)
    .select([
      'time_zone as timeZone',
      'hours',
      'holidays',
      'workdays',
      'revision',
      'updated_at as updatedAt',
    ])
    .executeTakeFirst()
}

/** Loaded when the first time is worked out: most approvals have none. */
const workingTime = () => import('../../core/working-time.ts')

/** The calendar that times of a tenant are counted on. */
export async function calendarOf(db: Db, tenantId: string): Promise<WorkingCalendar> {
  const { defaultCalendar } = await workingTime()
  return (await findCalendar(db, tenantId)) ?? defaultCalendar
}
