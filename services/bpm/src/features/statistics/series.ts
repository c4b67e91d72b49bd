import { cutIntoBuckets, toSeries } from '../../core/series.ts'
import type { Deps } from '../../deps.ts'
import { calendarOf } from '../../runtime/people/calendars.ts'
import { toPeriod } from './period.ts'
import type { SeriesQuery, SeriesView } from './schema.ts'
import { countStarted, countTasks } from './series-queries.ts'

/**
 * The series in the time zone of the tenant's calendar.
 *
 * @throws `bpm.invalid_request` (400) for a period of none or too many days.
 */
export async function readSeries(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tenantId: string,
  { interval = 'week', ...query }: SeriesQuery,
): Promise<SeriesView> {
  const period = toPeriod(query, now())
  const { timeZone } = await calendarOf(db, tenantId)
  const asked = { buckets: cutIntoBuckets(period, interval, timeZone), bizType: query.bizType }
  const [started, tasks] = await Promise.all([
    countStarted(db, tenantId, asked),
    countTasks(db, tenantId, asked),
  ])
  return {
    interval,
    timeZone,
    points: toSeries(asked.buckets, [...started, ...tasks]).map(({ from, until, ...point }) => ({
      ...point,
      from: from.toISOString(),
      until: until.toISOString(),
    })),
  }
}
