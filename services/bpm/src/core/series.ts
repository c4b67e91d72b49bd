// Time series of the statistics: a period cut into days or weeks of the tenant's own.
import { Temporal } from 'temporal-polyfill'

export const INTERVALS = ['day', 'week'] as const
type Interval = (typeof INTERVALS)[number]

/** A day or a week, which begins on Monday; the last one ends now. */
export interface Bucket {
  /** Its first day where the tenant is, `YYYY-MM-DD`. */
  readonly day: string
  readonly from: Date
  readonly until: Date
}

/**
 * The days or weeks from the one that `from` belongs to, whole, until now: the last one is still
 * growing. Days are as long as the time zone has them, with 23 and 25 hours where clocks change.
 */
export function cutIntoBuckets(
  { from, now }: { readonly from: Date; readonly now: Date },
  interval: Interval,
  timeZone: string,
): readonly Bucket[] {
  const day = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const buckets: Bucket[] = []
  let first = interval === 'day' ? day : day.subtract({ days: day.dayOfWeek - 1 })
  let begin = beginningOf(first, timeZone)
  while (begin < now) {
    const next = first.add(interval === 'day' ? { days: 1 } : { weeks: 1 })
    const end = beginningOf(next, timeZone)
    buckets.push({ day: first.toString(), from: begin, until: end < now ? end : now })
    first = next
    begin = end
  }
  return buckets
}

/** Midnight, or the first moment of a day that has none. */
const beginningOf = (day: Temporal.PlainDate, timeZone: string) =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds)

/** What happened in one bucket; the one with the number 0 is all the time before the first. */
export interface Happened {
  readonly bucket: number
  readonly started: number
  readonly decided: number
  readonly returned: number
  readonly breached: number
  /** Tasks that could be decided from then on, and those that ended. */
  readonly opened: number
  readonly ended: number
}

interface Point extends Bucket {
  readonly started: number
  readonly decided: number
  readonly returned: number
  readonly breached: number
  /** Tasks undecided at its end. */
  readonly waiting: number
}

/** What happened, in the order of time, with how much waited at the end of each. */
export function toSeries(
  buckets: readonly Bucket[],
  happened: readonly Happened[],
): readonly Point[] {
  const byNumber = Map.groupBy(happened, ({ bucket }) => bucket)
  const sum = (bucket: number, what: Exclude<keyof Happened, 'bucket'>) =>
    (byNumber.get(bucket) ?? []).reduce((total, one) => total + one[what], 0)
  let waiting = sum(0, 'opened') - sum(0, 'ended')
  return buckets.map((bucket, index) => {
    const number = index + 1
    waiting += sum(number, 'opened') - sum(number, 'ended')
    return {
      ...bucket,
      started: sum(number, 'started'),
      decided: sum(number, 'decided'),
      returned: sum(number, 'returned'),
      breached: sum(number, 'breached'),
      waiting,
    }
  })
}
