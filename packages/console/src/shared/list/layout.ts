import type { CSSProperties } from 'react'
import type { Column } from './column.ts'
import type { Sort } from './sorting.ts'

/** How a person has arranged a table. */
export interface Layout {
  /** Ids of columns. */
  readonly hidden: readonly string[]
  /** In pixels, by the id of the column. */
  readonly widths: Readonly<Record<string, number>>
  readonly isCompact: boolean
  readonly sort?: Sort | undefined
}

export const asItComes: Layout = { hidden: [], widths: {}, isCompact: false }

/** In pixels. */
export const narrowest = 64
export const widest = 960

const fit = (width: number) => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** What was kept, as far as it makes sense: an older version, or anybody, may have written it. */
export function readLayout(kept: unknown): Layout {
  if (typeof kept !== 'object' || kept === null) return asItComes
  const { hidden, widths, isCompact, sort } = kept as Readonly<Record<string, unknown>>
  const ids = Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : []
  const entries = typeof widths === 'object' && widths !== null ? Object.entries(widths) : []
  const numbers = entries.flatMap(([id, width]) =>
    typeof width === 'number' && Number.isFinite(width) ? [[id, fit(width)] as const] : [],
  )
  return {
    hidden: ids,
    widths: Object.fromEntries(numbers),
    isCompact: isCompact === true,
    ...readSort(sort),
  }
}

function readSort(kept: unknown): Pick<Layout, 'sort'> {
  if (typeof kept !== 'object' || kept === null) return {}
  const { column, isDescending } = kept as Readonly<Record<string, unknown>>
  if (typeof column !== 'string') return {}
  return { sort: { column, isDescending: isDescending === true } }
}

/** Hides a column, or shows it again. */
export function toggleColumn(layout: Layout, id: string): Layout {
  const { hidden } = layout
  const others = hidden.filter((known) => known !== id)
  return { ...layout, hidden: others.length === hidden.length ? [...hidden, id] : others }
}

/** @param width In pixels; undefined for the one that the column comes with. */
export function resizeColumn(layout: Layout, id: string, width: number | undefined): Layout {
  const { [id]: _before, ...others } = layout.widths
  return { ...layout, widths: width === undefined ? others : { ...others, [id]: fit(width) } }
}

/** The columns that are shown; the first one says what a row is, and stays. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  { hidden }: Layout,
): readonly Column<Row>[] {
  return columns.filter(({ id }, index) => index === 0 || !hidden.includes(id))
}

/** Rows as they come, or lower: two lines of text still have room. */
export const rowHeightOf = (heightPx: number, { isCompact }: Layout): number =>
  isCompact ? heightPx - 12 : heightPx

/** The columns' widths, and those where there is little room. */
export function tracksOf(
  columns: readonly Column<never>[],
  { widths }: Layout,
  mayChoose: boolean,
): CSSProperties {
  const check = mayChoose ? ['2.75rem'] : []
  const wide = columns.map((column) => {
    const chosen = widths[column.id]
    return chosen === undefined ? column.width : `${chosen}px`
  })
  const narrow = columns.filter(({ wideOnly }) => wideOnly !== true).map(narrowTrack)
  return {
    '--tracks': [...check, ...wide].join(' '),
    '--narrow-tracks': [...check, ...narrow].join(' '),
    // A row is as wide as its columns, where these have been made wider than the table.
    '--least': [...check, ...wide].map(leastOf).join(' + '),
    '--narrow-least': [...check, ...narrow].map(leastOf).join(' + '),
    // Custom properties are in no list of React's.
  } as CSSProperties
}

/** How far a track can shrink: the first length in it. */
const leastOf = (track: string): string => /[\d.]+(?:rem|px)/.exec(track)?.[0] ?? '0px'

// What has a fixed width keeps it; what may grow takes its share of what is left, and stays wide enough to be read.
function narrowTrack({ width, narrowWidth }: Pick<Column<never>, 'width' | 'narrowWidth'>) {
  const [, share] = /([\d.]+fr)/.exec(width) ?? []
  return narrowWidth ?? (share === undefined ? width : `minmax(5.5rem, ${share})`)
}
