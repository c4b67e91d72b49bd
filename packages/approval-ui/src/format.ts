import type { Field, Person } from './contract.ts'
import type { Language } from './text/texts.ts'

/** A moment as the reader's language and zone write it; the text itself when it is none. */
export function formatTime(at: string, { tag }: Language): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return at
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
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
    return new Intl.NumberFormat(language.tag, { maximumFractionDigits: 6 }).format(value)
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
