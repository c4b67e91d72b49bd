/** What a cell can hold. Dates are written in UTC as ISO 8601. */
export type CsvCell = string | number | boolean | Date | null | undefined

/**
 * Excel takes a file for UTF-8 only when it begins with this; other programs read over it.
 */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A line of RFC 4180, with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(toCell).join(',')}\r\n`

function toCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const safe = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// Spreadsheets calculate texts that begin like this, also in full width and after blanks: a title
// could read other cells, or fetch an address.
const isFormula = (text: string): boolean => /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text)
