// The calendar is guarded by an optimistic lock: its revision.
//
// Kept by: services/bpm/src/features/calendars/routes.test.ts "has one winner when two write it first"
import { inTransaction } from '@countersign/service-kit/transaction'
import { isDate, isTimeZone } from '../../core/working-time.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findCalendar } from '../../runtime/people/calendars.ts'
import { putCalendar } from './queries.ts'
import type { CalendarBody } from './schema.ts'

/**
 * Replaces the calendar of a tenant. Times that were worked out before stay as they are.
 *
 * @throws `bpm.calendar_invalid` (422), `bpm.revision_mismatch` (412).
 */
export async function replaceCalendar(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: { tenantId: string; userId: string },
  body: CalendarBody,
  expected: number | undefined,
): Promise<void> {
  const errors = findFaults(body)
  if (errors.length > 0) throw problems.calendar_invalid({ errors })
  await inTransaction(db, async (tx) => {
    const revision = (await findCalendar(tx, by.tenantId))?.revision ?? 0
    const written =
      (expected ?? revision) === revision &&
      (await putCalendar(tx, {
        tenant_id: by.tenantId,
        time_zone: body.timeZone,
        hours: JSON.stringify(body.hours),
        holidays: JSON.stringify(body.holidays),
        workdays: JSON.stringify(body.workdays),
        revision: revision + 1,
        updated_by: by.userId,
        updated_at: now(),
      }))
    if (!written) throw problems.revision_mismatch()
  })
}

interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

function findFaults({ timeZone, hours, holidays, workdays }: CalendarBody): Fault[] {
  const zone = isTimeZone(timeZone)
    ? []
    : [{ pointer: '/timeZone', code: 'time_zone', detail: 'no time zone of this name' }]
  const notDates = Object.entries({ holidays, workdays }).flatMap(([name, days]) =>
    days.flatMap((day, index) => {
      const fault = { pointer: `/${name}/${index}`, code: 'date', detail: 'there is no such day' }
      return isDate(day) ? [] : [fault]
    }),
  )
  const wrongHours = hours.flatMap(({ day, from, to }, index) => {
    const overlaps = hours.some(
      (other, at) => at < index && other.day === day && from < other.to && other.from < to,
    )
    if (from < to && !overlaps) return []
    const detail = from < to ? 'they overlap with others of the day' : 'they end before they begin'
    return [{ pointer: `/hours/${index}`, code: 'hours', detail }]
  })
  return [...zone, ...wrongHours, ...notDates]
}
