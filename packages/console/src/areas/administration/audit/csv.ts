import type { Entry } from './entries.ts'

const columns = [
  'time',
  'source',
  'action',
  'result',
  'actorKind',
  'actorId',
  'actorName',
  'objectKind',
  'objectId',
  'objectName',
  'address',
  'entry',
] as const

/** A file of RFC 4180; times are UTC, and it begins with a byte order mark, for Excel. */
export function toCsv(rows: readonly Entry[], nameOf: (id: string) => string): Blob {
  const lines = rows.map(({ actor, object, ...row }) => [
    row.time,
    row.source,
    row.action,
    row.outcome,
    actor.kind,
    actor.id,
    actor.name ?? (actor.id === null ? null : nameOf(actor.id)),
    object?.kind,
    object?.id,
    object?.name,
    row.address,
    JSON.stringify(row.raw),
  ])
  const text = [columns, ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`)
  return new Blob(['\uFEFF', ...text], { type: 'text/csv;charset=utf-8' })
}

function toCell(value: string | null | undefined): string {
  if (value === null || value === undefined) return ''
  const safe = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// Spreadsheets calculate texts that begin like this, also in full width and after blanks: a title
// could read other cells, or fetch an address.
const isFormula = (text: string): boolean => /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text)
