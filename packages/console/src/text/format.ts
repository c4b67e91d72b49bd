import { currentLanguage } from './i18n.ts'

const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>()

// Making a format is slow, and tables show thousands of them.
function keep<T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: (language: string) => T,
): T {
  const language = currentLanguage()
  const known = kept.get(`${language}/${key}`)
  if (known !== undefined) return known as T
  const made = make(language)
  kept.set(`${language}/${key}`, made)
  return made
}

/** Day and time, in the reader's zone. */
export function formatTime(time: string): string {
  const format = keep(
    'time',
    (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  )
  return format.format(new Date(time))
}

/** The day alone. */
export function formatDay(time: string): string {
  return keep(
    'day',
    (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
  ).format(new Date(time))
}

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return keep(
    `number ${JSON.stringify(options)}`,
    (language) => new Intl.NumberFormat(language, options),
  ).format(value)
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 hours ago", "in 2 days". */
export function formatSince(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000
  const format = keep(
    'since',
    (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  )
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return unit === 'second'
    ? format.format(0, 'second')
    : format.format(Math.trunc(seconds / size), unit)
}

/** A duration in its largest unit: "3.5 h". */
export function formatDuration(seconds: number): string {
  const [unit, size] = steps
    .filter(([name]) => name === 'day' || name === 'hour' || name === 'minute')
    .find(([, length]) => seconds >= length) ?? ['second', 1]
  return formatNumber(seconds / size, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' ? 0 : 1,
  })
}
