import { as, fieldsOf, type Fields } from './tree.ts'

/**
 * Whether a statement locks a limited number of rows where its plan may ask for them once for each row of another table:
 * what is locked already is passed over then, and all are taken. A named statement (WITH) of PostgreSQL runs once.
 */
export function locksBeyondLimit(stmt: unknown): boolean {
  return looksInto(stmt, { isRepeated: false, isNamed: false })
}

interface Place {
  readonly isRepeated: boolean
  readonly isNamed: boolean
}

function looksInto(value: unknown, place: Place): boolean {
  if (Array.isArray(value)) return value.some((part) => looksInto(part, place))
  const fields = fieldsOf(value)
  if (fields === undefined) return false
  const select = as('SelectStmt', fields)
  if (select !== undefined && place.isRepeated && isLimitedLock(select)) return true
  return Object.entries(fields).some(([kind, part]) => looksInto(part, placeIn(kind, part, place)))
}

function placeIn(kind: string, part: unknown, place: Place): Place {
  if (kind === 'CommonTableExpr') return { isRepeated: false, isNamed: true }
  // Meant to be asked for each row of what it is joined to.
  const isMeant = place.isNamed && fieldsOf(part)?.['lateral'] === true
  const isRepeated = kind === 'SubLink' || (kind === 'RangeSubselect' && !isMeant)
  return isRepeated ? { isRepeated, isNamed: false } : place
}

const isLimitedLock = (select: Fields) =>
  select['limitCount'] !== undefined && select['lockingClause'] !== undefined
