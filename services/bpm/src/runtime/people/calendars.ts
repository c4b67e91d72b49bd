import type { WorkingCalendar } from '../../core/working-time.ts'
import type { Db } from '../../db/schema.ts'
import type { WorkingTimes } from '../decide/known.ts'

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

/** The calendar that times of a tenant are counted on. */
export async function calendarOf(db: Db, tenantId: string): Promise<WorkingCalendar> {
  const { defaultCalendar } = await import('../../core/working-time.ts')
  return (await findCalendar(db, tenantId)) ?? defaultCalendar
}

/** Counts on the calendar of a tenant. The arithmetic is loaded with the first: most approvals have none. */
export async function loadWorkingTimes(db: Db, tenantId: string): Promise<WorkingTimes> {
  const { addTime, addWorkingTime, DurationInvalid, readMoment } =
    await import('../../core/working-time.ts')
  const calendar = await calendarOf(db, tenantId)
  return {
    toDate: (when, from) => {
      try {
        if (when.kind === 'at') return readMoment(when.text, calendar)
        return (when.working ? addWorkingTime : addTime)(from, when.text, calendar)
      } catch (error) {
        if (!(error instanceof DurationInvalid)) throw error
        return { fault: error.message }
      }
    },
  }
}
