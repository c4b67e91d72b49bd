import { hashKey, type QueryKey } from '@tanstack/react-query'
import type { Column } from './column.ts'
import type { Layout } from './layout.ts'
import { readKeptLayout, useKeptLayout } from './use-layout.ts'

/** Columns of a list that its service can sort by `Name`. */
export type SortedColumn<Row, Name extends string> = Column<Row> & { readonly sortedAs?: Name }

/**
 * What a service is asked to sort a list by: the order that the person gave the table, for the query of the page;
 * undefined for the rows as they come.
 */
export function useServiceOrder<Name extends string>(columns: Sortable<Name>): Sorted<Name> {
  return orderOf(columns, useKeptLayout(columns).layout)
}

/** The same of somebody, before there is a page. */
export const readServiceOrder = <Name extends string>(
  userId: string | undefined,
  columns: Sortable<Name>,
): Sorted<Name> => orderOf(columns, readKeptLayout(userId, columns))

type Sortable<Name extends string> = readonly { readonly id: string; readonly sortedAs?: Name }[]
type Sorted<Name extends string> = Name | `-${Name}` | undefined

function orderOf<Name extends string>(columns: Sortable<Name>, { sort }: Layout): Sorted<Name> {
  const name = columns.find(({ id }) => id === sort?.column)?.sortedAs
  if (name === undefined) return undefined
  return sort?.isDescending === true ? `-${name}` : name
}

/**
 * For `placeholderData`: while a list comes in another order the table stays, with the focus in its head.
 *
 * @param key That of the query without its order, which stands last.
 */
export const whileSorted =
  (key: QueryKey) =>
  <Data>(data: Data | undefined, before: { readonly queryKey: QueryKey } | undefined) =>
    before !== undefined && hashKey(before.queryKey.slice(0, -1)) === hashKey(key)
      ? data
      : undefined
