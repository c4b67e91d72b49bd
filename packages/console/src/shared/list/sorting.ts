import type { Column } from './column.ts'

/** What a table is sorted by. */
export interface Sort {
  /** The id of the column. */
  readonly column: string
  readonly isDescending: boolean
}

/** Once for the smallest first, once more for the largest, a third time for the rows as they come. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? undefined : { column, isDescending: true }
}

/**
 * The rows in the order of a column; what it says nothing of comes last, either way. Only for rows that are
 * all there are: a page of a longer list has an order of its own, which the service keeps.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
  language: string,
): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.column)?.sortBy
  if (sortBy === undefined) return rows
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sign = sort?.isDescending === true ? -1 : 1
  const isNothing = (value: string | number | null) => value === null || value === ''
  return rows.toSorted((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)]
    if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
    const isNumber = typeof a === 'number' && typeof b === 'number'
    return sign * (isNumber ? a - b : compare(String(a), String(b)))
  })
}
