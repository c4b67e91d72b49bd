import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { meQuery } from '../../me/me.ts'
import { keep, keptText, onKept, parseKept, readKept } from '../kept.ts'
import type { Column } from './column.ts'
import { asItComes, readLayout, shownColumns, type Layout } from './layout.ts'

export interface Arranged<Row> {
  readonly layout: Layout
  readonly columns: readonly Column<Row>[]
  readonly change: (change: (layout: Layout) => Layout) => void
}

/**
 * A table as the person has arranged it in this browser, the same for the table and for the page that reads its
 * rows. What its columns are called tells one table from another: one whose columns have changed begins anew.
 */
export function useLayout<Row>(columns: readonly Column<Row>[]): Arranged<Row> {
  const { layout, change } = useKeptLayout(columns)
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout])
  return useMemo(() => ({ layout, columns: shown, change }), [layout, shown, change])
}

type Ids = readonly { readonly id: string }[]

const keyOf = (userId: string | undefined, columns: Ids): string =>
  `countersign-table/${userId ?? ''}/${columns.map(({ id }) => id).join(',')}`

/** As it is kept, before there is a page. */
export const readKeptLayout = (userId: string | undefined, columns: Ids): Layout =>
  readLayout(readKept(keyOf(userId, columns)))

/** As {@link useLayout}, where the columns themselves are not there yet. */
export function useKeptLayout(columns: Ids): Pick<Arranged<never>, 'layout' | 'change'> {
  const me = useQueryClient().getQueryData(meQuery.queryKey)
  const key = keyOf(me?.id, columns)
  const kept = useSyncExternalStore(onKept, () => keptText(key))
  const layout = useMemo(() => readLayout(parseKept(kept)), [kept])
  const change = useCallback(
    (next: (layout: Layout) => Layout) => {
      const made = next(readLayout(readKept(key)))
      keep(key, made === asItComes ? undefined : made)
    },
    [key],
  )
  return useMemo(() => ({ layout, change }), [layout, change])
}
