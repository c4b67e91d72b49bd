import { as, fieldsOf, type Fields } from './tree.ts'

/**
 * Whether a statement locks a limited number of rows where its plan may ask for them once for each row of another table:
 * what is locked already is passed over then, and all are taken. A named statement (WITH) of PostgreSQL runs once.
 */
export function locksBeyondLimit(stmt: unknown): boolean {
  return looksInto(stmt, false)
}

function looksInto(value: unknown, isRepeated: boolean): boolean {
  if (Array.isArray(value)) return value.some((part) => looksInto(part, isRepeated))
  const fields = fieldsOf(value)
  if (fields === undefined) return false
  const select = as('SelectStmt', fields)
  if (select !== undefined && isRepeated && isLimitedLock(select)) return true
  return Object.entries(fields).some(([kind, part]) =>
    looksInto(part, isRepeatedIn(kind, part, isRepeated)),
  )
}

function isRepeatedIn(kind: string, part: unknown, isRepeated: boolean): boolean {
  if (kind === 'CommonTableExpr') return false
  // Meant to be asked for each row of what it is joined to.
  if (kind === 'RangeSubselect') return fieldsOf(part)?.['lateral'] !== true || isRepeated
  return kind === 'SubLink' || isRepeated
}

const isLimitedLock = (select: Fields) =>
  select['limitCount'] !== undefined && select['lockingClause'] !== undefined
