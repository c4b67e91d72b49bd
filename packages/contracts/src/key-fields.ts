import { formatDay, formatMoment, isDay } from './moments.ts'

/** How the value of a key field is written for people. */
export const KEY_FIELD_FORMATS = [
  'text',
  'money',
  'quantity',
  'date',
  'dateTime',
  'person',
] as const
export type KeyFieldFormat = (typeof KEY_FIELD_FORMATS)[number]

/** A word in each language of the platform. */
export interface LocalText {
  readonly en: string
  readonly 'zh-CN': string
}

/**
 * One of the few values that tell what an approval is about, as bpm serves it: the value as it is,
 * and how it is to be written. Each page, mail and list writes it in the language of its reader.
 */
export interface KeyField {
  /** Of the variable. */
  readonly name: string
  readonly label: LocalText
  readonly format: KeyFieldFormat
  /** A number of `money` and `quantity`, ids of `person`, RFC 3339 of `date` and `dateTime`. */
  readonly value: string | number | readonly string[]
  /** ISO 4217, of `money` where it is known. */
  readonly currency?: string
  /** Of `quantity`. */
  readonly unit?: LocalText
}

export interface KeyFieldReader {
  readonly language: keyof LocalText
  /** Of the IANA database; the zone of the machine when left out. */
  readonly timeZone?: string
  /** Undefined for people whom nobody knows: their ids are shown then. */
  readonly nameOf: (userId: string) => string | undefined
}

/** The value for reading: `¥1,200.00`, `3 days`, `Jan 5, 2026`, `Maria Manager`. */
export function formatKeyField(field: KeyField, reader: KeyFieldReader): string {
  const { format, value } = field
  if (typeof value === 'number') return formatNumber(field, value, reader)
  if (typeof value !== 'string') return value.map((id) => reader.nameOf(id) ?? id).join(', ')
  if (format === 'person') return reader.nameOf(value) ?? value
  if (format === 'dateTime' && !isDay(value)) return formatMoment(value, reader.language, reader)
  return format === 'date' || format === 'dateTime'
    ? formatDay(value, reader.language, reader)
    : value
}

function formatNumber(
  { format, currency, unit }: KeyField,
  value: number,
  { language }: KeyFieldReader,
): string {
  if (format === 'money') {
    const style =
      currency === undefined
        ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
        : ({ style: 'currency', currency } as const)
    return new Intl.NumberFormat(language, style).format(value)
  }
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value)
  return unit === undefined ? number : `${number} ${unit[language]}`
}
