// How moments are written for people, in one way on every page and in every mail.

/** The languages of the platform. */
export type WrittenLanguage = 'en' | 'zh-CN'

/** Of the IANA database; the zone of the machine when left out. */
export interface InZone {
  readonly timeZone?: string
}

const kept = new Map<string, unknown>()

// Making a format is slow, and lists write thousands of moments.
function keep<T>(key: string, make: () => T): T {
  const known = kept.get(key) as T | undefined
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}

const inStyle = (
  language: WrittenLanguage,
  style: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat =>
  keep(
    [language, style.timeStyle, style.timeZone].join(' '),
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...style }),
  )

/** Day and time: `Jan 5, 2026, 2:05 PM`; the text itself when it is no moment. */
export const formatMoment = (at: string, language: WrittenLanguage, zone: InZone = {}): string =>
  write(at, inStyle(language, { timeStyle: 'short', ...zone }))

/** The day of a moment, or of a day without a time: that has no zone, and stays the same day everywhere. */
export const formatDay = (at: string, language: WrittenLanguage, zone: InZone = {}): string =>
  write(at, inStyle(language, isDay(at) ? { timeZone: 'UTC' } : zone))

export const isDay = (at: string): boolean => !/[Tt]/.test(at)

function write(at: string, format: Intl.DateTimeFormat): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? at : format.format(time)
}

const dayMs = 86_400_000

const steps = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['week', 7 * dayMs],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** The reader's day of a moment, counted. */
const dayOf = (time: number) =>
  Math.floor((time - new Date(time).getTimezoneOffset() * 60_000) / dayMs)

/**
 * `3 hours ago`, `in 2 days`; the text itself when it is no moment. What is a day away or more is counted in days
 * of the reader's calendar: in the morning, the night after the next is "in 2 days".
 */
export function formatSince(at: string, language: WrittenLanguage, now = Date.now()): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return at
  const days = dayOf(time) - dayOf(now)
  // Of the 25 hours of the day on which clocks go back, the last is today as well.
  const away = days === 0 || Math.abs(time - now) < dayMs ? time - now : days * dayMs
  const isFit = (length: number) => Math.abs(away) >= length && (days !== 0 || length < dayMs)
  const [unit, size] = steps.find(([, length]) => isFit(length)) ?? ['second', dayMs]
  // "Yesterday" is what was counted. "Last week" would be a week of the calendar, which was not.
  const numeric = size > dayMs ? 'always' : 'auto'
  const format = keep(
    [language, numeric].join(' '),
    () => new Intl.RelativeTimeFormat(language, { numeric }),
  )
  return format.format(Math.trunc(away / size), unit)
}
