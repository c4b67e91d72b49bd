import type { Field, KeyField, Person } from './contract.ts'
import type { Language } from './text/texts.ts'

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

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 hours ago", "in 2 days"; the text itself when it is no moment. */
export function formatSince(at: string, { tag }: Language, now = Date.now()): string {
  const seconds = (Date.parse(at) - now) / 1000
  if (Number.isNaN(seconds)) return at
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 0]
  const count = size === 0 ? 0 : Math.trunc(seconds / size)
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(count, unit)
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

/** A text that the business type has in both languages. */
export const labelIn = (label: KeyField['label'], { tag }: Language): string =>
  tag === 'zh-CN' ? label['zh-CN'] : label.en

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
