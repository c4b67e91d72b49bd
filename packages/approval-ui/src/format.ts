import type { Field, KeyField, Person } from './contract.ts'
import { labelIn, type Language } from './text/texts.ts'

/** A moment as the reader's language and zone write it; the text itself when it is none. */
export function formatTime(
  at: string,
  { tag }: Language,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return at
  return new Intl.DateTimeFormat(tag, style).format(time)
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

/** "3 hours ago", "in 2 days", by the reader's calendar; the text itself when it is no moment. */
export function formatSince(at: string, { tag }: Language, now = Date.now()): string {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return at
  const away = Math.abs(time - now) < dayMs ? time - now : (dayOf(time) - dayOf(now)) * dayMs
  const [unit, size] = steps.find(([, length]) => Math.abs(away) >= length) ?? ['second', dayMs]
  const numeric = size > dayMs ? 'always' : 'auto'
  return new Intl.RelativeTimeFormat(tag, { numeric }).format(Math.trunc(away / size), unit)
}

const formatNumber = (value: number, { tag }: Language, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(tag, options).format(value)

/** A key field as the business type wants it written. */
export function formatKeyField(
  { format, value, currency, unit }: KeyField,
  language: Language,
  people: readonly Person[],
): string {
  if (format === 'money' && typeof value === 'number') {
    return currency === undefined
      ? formatNumber(value, language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : formatNumber(value, language, { style: 'currency', currency })
  }
  // Of a date with a time only the day is asked for: the reader's, as in lists and mails.
  const isMoment = format === 'date' && typeof value === 'string' && value.includes('T')
  const text = isMoment
    ? formatTime(value, language, { dateStyle: 'medium' })
    : (formatValue(typeOf[format], value, language, people) ?? '')
  return unit === undefined ? text : `${text} ${labelIn(unit, language)}`
}

const typeOf: Readonly<Record<string, 'date' | 'user'>> = {
  date: 'date',
  dateTime: 'date',
  person: 'user',
}

/** A day, or a day with a time when the value has one. */
function formatDate(value: string, language: Language): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatTime(value, language)
  const day = new Date(`${value}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return value
  // A day has no zone: written in UTC it stays the same day everywhere.
  return new Intl.DateTimeFormat(language.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(day)
}

/** The value of a variable for reading; undefined when there is none. */
export function formatValue(
  type: Field['type'] | undefined,
  value: unknown,
  language: Language,
  people: readonly Person[],
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const name = (id: unknown) => people.find((person) => person.id === id)?.name ?? String(id)
  if (typeof value === 'boolean') return value ? language.texts.yes : language.texts.no
  if (typeof value === 'number') {
    return formatNumber(value, language, { maximumFractionDigits: 6 })
  }
  if (Array.isArray(value)) return value.map(name).join(', ') || undefined
  if (typeof value !== 'string') return JSON.stringify(value)
  if (type === 'date') return formatDate(value, language)
  return type === 'user' ? name(value) : value
}

/** Whether a moment has passed. */
export function isPast(at: string | null, now: Date): boolean {
  return at !== null && new Date(at) < now
}
