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

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 hours ago`, `in 2 days`; the text itself when it is no moment. */
export function formatSince(at: string, language: WrittenLanguage, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000
  if (Number.isNaN(seconds)) return at
  const format = keep(
    `${language} since`,
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  )
  const step = steps.find(([, length]) => Math.abs(seconds) >= length)
  if (step === undefined) return format.format(0, 'second')
  const [unit, size] = step
  return format.format(Math.trunc(seconds / size), unit)
}
