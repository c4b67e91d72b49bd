import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'
import { TableSkeleton } from './skeletons.tsx'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** A track of a CSS grid: `12rem`, `minmax(12rem, 2fr)`. */
  readonly width: string
  readonly cell: (row: Row) => ReactNode
  /** Left out where there is little room; its content must stand elsewhere too, or be dispensable. */
  readonly wideOnly?: boolean
  readonly align?: 'end'
}

export interface Choice {
  readonly chosen: ReadonlySet<string>
  readonly change: (chosen: ReadonlySet<string>) => void
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** What a row is called, for its checkbox and for who hears it. */
  readonly nameOf: (row: Row) => string
  readonly onOpen?: (row: Row) => void
  readonly choice?: Choice
  /** The row that the keyboard is on. */
  readonly cursor?: number
  readonly onCursor?: (index: number) => void
  readonly isLoading?: boolean
  /** Called when the end comes into sight. */
  readonly onEnd?: () => void
  readonly empty?: ReactNode
  readonly rowHeightPx?: number
  /** Draws only as high as its rows, for short tables inside a page. */
  readonly inline?: boolean
}

/**
 * A table of any length: only the rows in sight exist. Enter opens the row that has the focus, which
 * `cursor` gives it; what is in a row is reached by Tab.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, columns, keyOf, choice, cursor, onEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => props.rowHeightPx ?? 56,
    overscan: 12,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEnd?.()
  }, [last, rows.length, onEnd])
  useEffect(() => {
    if (cursor !== undefined && cursor >= 0) virtualizer.scrollToIndex(cursor)
  }, [cursor, virtualizer])

  const tracks = columns.map(({ width }) => width)
  const style = {
    '--tracks': [...(choice === undefined ? [] : ['2.75rem']), ...tracks].join(' '),
    '--narrow-tracks': [
      ...(choice === undefined ? [] : ['2.75rem']),
      ...columns.filter(({ wideOnly }) => wideOnly !== true).map(narrowTrack),
    ].join(' '),
    // Custom properties are in no list of React's.
  } as CSSProperties
  if (props.isLoading === true) return <TableSkeleton label={props.label} />
  if (rows.length === 0 && props.empty !== undefined) {
    return <div className={classes.table}>{props.empty}</div>
  }
  return (
    <div
      ref={scroller}
      className={`${classes.table} ${props.inline === true ? classes.inline : ''}`}
      style={style}
      role="table"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" className={classes.row}>
          {choice !== undefined && <ChooseAll rows={rows} keyOf={keyOf} choice={choice} />}
          {columns.map((column) => (
            <div key={column.id} role="columnheader" {...cellProps(column)}>
              {column.header}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, size, key }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <DataRow
              key={key}
              {...props}
              row={row}
              index={index}
              top={start}
              height={size}
              isCurrent={index === cursor}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps<Row> extends Props<Row> {
  readonly row: Row
  readonly index: number
  readonly top: number
  readonly height: number
  readonly isCurrent: boolean
}

function DrawnRow<Row>(props: RowProps<Row>) {
  const { t } = useTranslation('common')
  const { row, index, choice, isCurrent, onOpen, onCursor } = props
  const element = useRef<HTMLDivElement>(null)
  const key = props.keyOf(row)
  useEffect(() => {
    if (isCurrent) element.current?.focus({ preventScroll: true })
  }, [isCurrent])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== element.current || onOpen === undefined || event.key !== 'Enter') return
    event.preventDefault()
    onOpen(row)
  }
  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      data-chosen={choice?.chosen.has(key) === true || undefined}
      data-row={key}
      data-current={isCurrent || undefined}
      data-openable={onOpen !== undefined || undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={classes.row}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const inControl = (event.target as Element).closest('a,button,input,label') !== null
        if (inControl) return
        onCursor?.(index)
        onOpen?.(row)
      }}
    >
      {choice !== undefined && (
        <div role="cell" className={classes.check}>
          <Checkbox
            aria-label={t('state.selectRow', { name: props.nameOf(row) })}
            checked={choice.chosen.has(key)}
            onChange={() => choice.change(toggled(choice.chosen, key))}
          />
        </div>
      )}
      {props.columns.map((column) => (
        <div key={column.id} role="cell" {...cellProps(column)}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

// While one scrolls the table is drawn with each frame, and only a few of its rows are new. `memo`
// forgets that the component is generic.
const DataRow = memo(DrawnRow) as typeof DrawnRow

function ChooseAll<Row>(props: Pick<Props<Row>, 'rows' | 'keyOf'> & { readonly choice: Choice }) {
  const { t } = useTranslation('common')
  const { rows, keyOf, choice } = props
  const all = rows.length > 0 && rows.every((row) => choice.chosen.has(keyOf(row)))
  return (
    <div role="columnheader" className={classes.check}>
      <Checkbox
        aria-label={t('state.selectAll')}
        checked={all}
        indeterminate={!all && choice.chosen.size > 0}
        onChange={() => choice.change(all ? new Set() : new Set(rows.map(keyOf)))}
      />
    </div>
  )
}

function cellProps({ wideOnly, align }: Pick<Column<never>, 'wideOnly' | 'align'>) {
  const names = [
    classes.cell,
    wideOnly === true ? classes.wideOnly : '',
    align === 'end' ? classes.end : '',
  ]
  return { className: names.join(' ') }
}

// What has a fixed width keeps it; what may grow takes what is left, however little.
const narrowTrack = ({ width }: Pick<Column<never>, 'width'>) =>
  width.includes('fr') ? 'minmax(0, 1fr)' : width

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}
