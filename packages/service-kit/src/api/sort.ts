import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { isIdKey } from './cursor.ts'
import { isStorable } from './storable.ts'

/** By which column a list is sorted: its name for the smallest first, with `-` before it for the largest. */
export type Sort<Column extends string> = Column | `-${Column}`

/** Member of a list's query. What is none of its columns is refused with the pointer `/query/sort`. */
export const sortQuery = <Column extends string>(columns: readonly Column[], usual: string) =>
  Type.Optional(
    Type.Enum([...columns, ...columns.map((column) => `-${column}` as const)], {
      description: `Column that the list is sorted by, \`-\` before it for the largest first; ${usual} without it.`,
    }),
  )

export function readSort<Column extends string>(sort: Sort<Column>) {
  const isDescending = sort.startsWith('-')
  // What is left of one of the two kinds of a text.
  return { column: (isDescending ? sort.slice(1) : sort) as Column, isDescending }
}

/**
 * Where a page of a sorted list ends: how it is sorted, what its last row has there, and which row that is.
 * With the id no two rows are alike, so pages have no gap and nothing twice (keyset pagination).
 */
export type SortKey = readonly [sort: string, value: string, id: string]

/** Whether a key from a cursor is one of this list: anybody may have written it. */
export const isSortKey =
  (sort: string, kind: 'text' | 'time') =>
  (key: unknown): key is SortKey => {
    if (!Array.isArray(key) || key.length !== 3 || key[0] !== sort || !isIdKey(key[2])) return false
    return kind === 'time' ? isTimeKey(key[1]) : typeof key[1] === 'string' && isStorable(key[1])
  }

/**
 * Where a page ends in the order of the ids, which are in the order of time: the bare id for the newest first, as before
 * lists could be sorted; the order with it for the oldest first, so that neither is taken for the other.
 */
export type IdKey = string | readonly [sort: string, id: string]

export const idKeyOf = (sort: string, id: string): IdKey => (sort.startsWith('-') ? id : [sort, id])

export const isIdKeyOf =
  (sort: string) =>
  (key: unknown): key is IdKey => {
    if (sort.startsWith('-')) return isIdKey(key)
    return Array.isArray(key) && key.length === 2 && key[0] === sort && isIdKey(key[1])
  }

/** What a key holds of the columns of the order. */
export const columnsOfKey = (key: IdKey | SortKey): readonly string[] =>
  typeof key === 'string' ? [key] : key.slice(1)

/** Only as we write it: the year 0, and years beyond four digits, are none to the database. */
export function isTimeKey(key: unknown): key is string {
  if (typeof key !== 'string' || !/^(?!0000)\d{4}-/.test(key)) return false
  const date = new Date(key)
  return !Number.isNaN(date.getTime()) && date.toISOString() === key
}

/** The order of a list: by these, all one way; the last of them tells any two rows apart. */
export interface Order {
  readonly by: readonly RawBuilder<unknown>[]
  readonly isDescending: boolean
}

/** For `order by`. */
export const inOrder = ({ by, isDescending }: Order): RawBuilder<unknown> =>
  sql.join(by.map((each) => (isDescending ? sql`${each} desc` : each)))

/** Whether a row comes after the one that has these values: one comparison, so that an index leads to it. */
export function comesAfter({ by, isDescending }: Order, values: readonly string[]) {
  const than = isDescending ? sql`<` : sql`>`
  return sql<boolean>`(${sql.join([...by])}) ${than} (${sql.join(values)})`
}
