import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { meQuery } from '../../me/me.ts'
import { keep, readKept } from '../kept.ts'
import type { Column } from './column.ts'
import { asItComes, readLayout, shownColumns, type Layout } from './layout.ts'

export interface Arranged<Row> {
  readonly layout: Layout
  readonly columns: readonly Column<Row>[]
  readonly change: (change: (layout: Layout) => Layout) => void
}

/**
 * A table as the person has arranged it in this browser. What its columns are called tells one table
 * from another: one whose columns have changed begins anew.
 */
export function useLayout<Row>(columns: readonly Column<Row>[]): Arranged<Row> {
  const me = useQueryClient().getQueryData(meQuery.queryKey)
  const key = `countersign-table/${me?.id ?? ''}/${columns.map(({ id }) => id).join(',')}`
  const [changed, setChanged] = useState<{ readonly key: string; readonly layout: Layout }>()
  const kept = useMemo(() => readLayout(readKept(key)), [key])
  const layout = changed?.key === key ? changed.layout : kept
  const change = useCallback(
    (next: (layout: Layout) => Layout) =>
      setChanged((before) => {
        const made = next(before?.key === key ? before.layout : kept)
        keep(key, made === asItComes ? undefined : made)
        return { key, layout: made }
      }),
    [key, kept],
  )
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout])
  return useMemo(() => ({ layout, columns: shown, change }), [layout, shown, change])
}
