import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** A track of a CSS grid: `12rem`, `minmax(12rem, 2fr)`. */
  readonly width: string
  /** The track where there is little room; without it one that may grow gives way. */
  readonly narrowWidth?: string
  readonly cell: (row: Row) => ReactNode
  /** Left out where there is little room; its content must stand elsewhere too, or be dispensable. */
  readonly wideOnly?: boolean
  readonly align?: 'end'
  /** What a list that is whole can be sorted by; without it the column has no order. */
  readonly sortBy?: (row: Row) => string | number | null
  /** What the service calls it, where a list that comes in pages can be sorted by it. */
  readonly sortedAs?: string
}

export function cellProps({ wideOnly, align }: Pick<Column<never>, 'wideOnly' | 'align'>) {
  const names = [
    classes.cell,
    wideOnly === true ? classes.wideOnly : '',
    align === 'end' ? classes.end : '',
  ]
  return { className: names.join(' ') }
}
