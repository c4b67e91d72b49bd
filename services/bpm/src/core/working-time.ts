import { Temporal } from 'temporal-polyfill'

/** When people of a tenant work. Times are local to `timeZone`, dates are ISO `YYYY-MM-DD`. */
export interface WorkingCalendar {
  readonly timeZone: string
  /** Not overlapping, within one day each; `day` is 1 (Monday) to 7. */
  readonly hours: readonly WorkingHours[]
  /** Days without work, whatever weekday they are. */
  readonly holidays: readonly string[]
  /** Days that are worked although they are not a working weekday, with the hours of a Monday. */
  readonly workdays: readonly string[]
}

export interface WorkingHours {
  readonly day: number
  /** `HH:MM`; `to` may be `24:00`. */
  readonly from: string
  readonly to: string
}

/** For a tenant that has set nothing: Monday to Friday, nine to five, UTC. */
export const defaultCalendar: WorkingCalendar = {
  timeZone: 'UTC',
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' })),
  holidays: [],
  workdays: [],
}

/**
 * An amount of time that is not ISO 8601, or has parts that the calendar cannot count. Says what is
 * wrong without the text: it may come from a value that who meets the error does not see.
 */
export class DurationInvalid extends Error {}

/** More than this is a mistake, and a long walk through a calendar. */
const MAX_DAYS = 3660

/**
 * The moment so much working time after `start`: days are working days that end at the same time of
 * day, hours and minutes are counted in working hours only. What starts outside of them starts when
 * work begins next.
 *
 * @param duration ISO 8601 with days, hours, minutes and seconds; weeks are five working days.
 * @throws {@link DurationInvalid}; and for what ends after ten years, as in a calendar with next to no working time.
 */
export function addWorkingTime(start: Date, duration: string, calendar: WorkingCalendar): Date {
  const { years, months, weeks, days, hours, minutes, seconds } = parseDuration(duration)
  if (years > 0 || months > 0) {
    throw new DurationInvalid('working time has no months and years')
  }
  const begun = zoned(start, calendar)
  const latest = begun.add({ days: MAX_DAYS })
  const { from: first } = restOfShift(begun, calendar)
  let at = inTime(sameTimeAfter(first, weeks * 5 + days, { calendar, latest }), latest)
  let left = ((hours * 60 + minutes) * 60 + seconds) * 1000
  while (left > 0) {
    const { from, to } = restOfShift(at, calendar)
    const step = Math.min(left, to.epochMilliseconds - from.epochMilliseconds)
    at = inTime(from.add({ milliseconds: step }), latest)
    left -= step
  }
  return new Date(at.epochMilliseconds)
}

function inTime(at: Moment, latest: Moment): Moment {
  if (isBefore(latest, at)) throw new DurationInvalid('it ends in more than ten years')
  return at
}

/**
 * The moment itself during working hours, else when work begins next.
 *
 * @throws {@link DurationInvalid} for a calendar without any working time within ten years.
 */
export function nextWorkingMoment(at: Date, calendar: WorkingCalendar): Date {
  return new Date(restOfShift(zoned(at, calendar), calendar).from.epochMilliseconds)
}

/** The moment so much time after `start`, day and night; months and days are local to the zone. */
export function addTime(start: Date, duration: string, calendar: WorkingCalendar): Date {
  return new Date(zoned(start, calendar).add(parseDuration(duration)).epochMilliseconds)
}

/**
 * The moment so many times a duration after `start`, counted from there at once: a month after the 31st of January, and
 * then another one, is the 31st of March.
 *
 * @throws {@link DurationInvalid}
 */
export function addTimes(
  start: Date,
  duration: string,
  times: number,
  calendar: WorkingCalendar,
): Date {
  const { years, months, weeks, days, hours, minutes, seconds } = parseDuration(duration)
  const parts = { years, months, weeks, days, hours, minutes, seconds }
  const all = Object.entries(parts).map(([unit, amount]) => [unit, amount * times])
  return new Date(zoned(start, calendar).add(Object.fromEntries(all)).epochMilliseconds)
}

/** How a moment is written where people of the tenant are, RFC 3339 with their offset. */
export function writeMoment(at: Date, calendar: WorkingCalendar): string {
  const options = { timeZoneName: 'never', smallestUnit: 'second' } as const
  return zoned(at, calendar).toString(options)
}

/** Of a duration, in minutes; months are those of 2024. */
export function minutesOf(duration: string): number {
  const relativeTo = Temporal.PlainDate.from('2024-01-01')
  return parseDuration(duration).total({ unit: 'minutes', relativeTo })
}

/**
 * The moment that a date or a date with time names: a date is its first moment in the tenant's time
 * zone, a time without offset is local to it. The name of another zone is not taken: read as local, it would say
 * another moment than it says.
 *
 * @throws {@link DurationInvalid}
 */
export function readMoment(text: string, { timeZone }: WorkingCalendar): Date {
  try {
    if (text.includes('[')) throw new RangeError('a time zone by its name')
    // Behind the time of day a sign is that of an offset, however it goes on.
    const instant = /[T ].*[Z+-]/i.test(text)
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone)
    return new Date(instant.epochMilliseconds)
  } catch {
    throw new DurationInvalid('neither a date nor a time')
  }
}

/** @throws {@link DurationInvalid} also for one that is negative, empty, or longer than ten years. */
export function parseDuration(text: string): Temporal.Duration {
  try {
    const duration = Temporal.Duration.from(text)
    const relativeTo = Temporal.PlainDate.from('2024-01-01')
    const days = duration.total({ unit: 'days', relativeTo })
    if (days > 0 && days <= MAX_DAYS) return duration
  } catch {
    // Told below, like one that cannot be used.
  }
  throw new DurationInvalid('not an ISO 8601 duration of at most ten years')
}

export function isTimeZone(text: string): boolean {
  try {
    // Temporal takes a moment with a zone for one, too, and Intl abbreviations (AST) that Temporal does not.
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    new Temporal.ZonedDateTime(0n, text).toString()
    // Offsets are no places: they know nothing of summer time.
    return !/^[+-]/.test(timeZone)
  } catch {
    return false
  }
}

export function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

type Moment = Temporal.ZonedDateTime

interface Shift {
  readonly from: Moment
  readonly to: Moment
}

const zoned = (at: Date, { timeZone }: WorkingCalendar): Moment =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

const isBefore = (a: Moment, b: Moment): boolean => a.epochMilliseconds < b.epochMilliseconds

function shiftsOf(date: Temporal.PlainDate, calendar: WorkingCalendar): Shift[] {
  const iso = date.toString()
  if (calendar.holidays.includes(iso)) return []
  const ofWeekday = calendar.hours.filter(({ day }) => day === date.dayOfWeek)
  const hours =
    ofWeekday.length === 0 && calendar.workdays.includes(iso)
      ? calendar.hours.filter(({ day }) => day === 1)
      : ofWeekday
  const moment = (time: string): Moment =>
    time === '24:00'
      ? date.add({ days: 1 }).toZonedDateTime(calendar.timeZone)
      : date.toZonedDateTime({ timeZone: calendar.timeZone, plainTime: time })
  return hours
    .map(({ from, to }) => ({ from: moment(from), to: moment(to) }))
    .toSorted((a, b) => a.from.epochMilliseconds - b.from.epochMilliseconds)
}

/** From `at` during working hours, else from the beginning of the next ones, to their end. */
function restOfShift(at: Moment, calendar: WorkingCalendar): Shift {
  for (let day = 0; day <= MAX_DAYS; day++) {
    const shifts = shiftsOf(at.toPlainDate().add({ days: day }), calendar)
    const shift = shifts.find(({ to }) => isBefore(at, to))
    if (shift !== undefined) return isBefore(at, shift.from) ? shift : { from: at, to: shift.to }
  }
  throw new DurationInvalid('the calendar has no working time')
}

interface Reach {
  readonly calendar: WorkingCalendar
  readonly latest: Moment
}

/** The time of day counts on the last day alone: one in between that is shorter, or has no such hour, changes nothing. */
function sameTimeAfter(at: Moment, workdays: number, { calendar, latest }: Reach): Moment {
  if (workdays === 0) return at
  const plainTime = at.toPlainTime()
  let date = at.toPlainDate()
  let shifts: readonly Shift[] = []
  for (let left = workdays; left > 0; left -= shifts.length > 0 ? 1 : 0) {
    date = date.add({ days: 1 })
    inTime(date.toZonedDateTime(calendar.timeZone), latest)
    shifts = shiftsOf(date, calendar)
  }
  return withinShifts(date.toZonedDateTime({ timeZone: calendar.timeZone, plainTime }), shifts)
}

/** A shorter day ends earlier. */
function withinShifts(at: Moment, shifts: readonly Shift[]): Moment {
  const last = shifts.findLast(({ from }) => isBefore(from, at)) ?? shifts[0]
  if (last === undefined) return at
  if (isBefore(at, last.from)) return last.from
  return isBefore(last.to, at) ? last.to : at
}
