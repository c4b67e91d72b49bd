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

/** What happened to approvals in one bucket. The first bucket has the number 1. */
export interface Flow {
  readonly bucket: number
  readonly started: number
  readonly resubmitted: number
  /** How many approvals were resubmitted, however often each. */
  readonly reworked: number
}

/** What happened to tasks in one bucket; the one with the number 0 is all the time before the first. */
export interface Handled {
  readonly bucket: number
  readonly decided: number
  readonly returned: number
  readonly breached: number
  /** Of what was decided in it; null where nothing was. */
  readonly medianSeconds: number | null
  readonly p90Seconds: number | null
  /** Tasks that could be decided from then on, and those that ended. */
  readonly opened: number
  readonly ended: number
}

type TaskPoint = Omit<Handled, 'bucket' | 'opened' | 'ended'> & {
  /** Tasks undecided at its end. */
  readonly waiting: number
}

/** What happened to tasks in so many buckets, in the order of time, with how much waited at the end of each. */
export function toTaskPoints(count: number, handled: readonly Handled[]): readonly TaskPoint[] {
  const of = new Map(handled.map((one) => [one.bucket, one]))
  const before = of.get(0)
  let waiting = (before?.opened ?? 0) - (before?.ended ?? 0)
  return Array.from({ length: count }, (_, index) => {
    const { bucket: _bucket, opened, ended, ...point } = of.get(index + 1) ?? nothing
    waiting += opened - ended
    return { ...point, waiting }
  })
}

const nothing: Handled = {
  bucket: 0,
  decided: 0,
  returned: 0,
  breached: 0,
  medianSeconds: null,
  p90Seconds: null,
  opened: 0,
  ended: 0,
}

/** The same of approvals and tasks together. */
export function toSeries(
  buckets: readonly Bucket[],
  flows: readonly Flow[],
  handled: readonly Handled[],
) {
  const flowOf = new Map(flows.map((one) => [one.bucket, one]))
  return toTaskPoints(buckets.length, handled).map((point, index) => {
    const { started = 0, resubmitted = 0, reworked = 0 } = flowOf.get(index + 1) ?? {}
    return { started, resubmitted, reworked, ...point }
  })
}
