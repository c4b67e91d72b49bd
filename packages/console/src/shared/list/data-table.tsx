import { useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useEffect,
  useMemo,
  useRef,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import { withGap } from '../../text/with-gap.ts'
import { TableSkeleton } from '../page/skeletons.tsx'
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
 * A table of any length: only the rows in sight exist. Rows that can be opened are one stop for Tab:
 * arrows lead from row to row, Enter opens. `cursor` gives the focus to a row from outside.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, columns, keyOf, choice, cursor } = props
  const { scroller, virtualizer } = useRowsInSight(props)
  const acts = useRowActs(props)
  if (props.isLoading === true) return <TableSkeleton label={props.label} />
  if (rows.length === 0 && props.empty !== undefined) {
    return <div className={classes.table}>{props.empty}</div>
  }
  return (
    <div
      ref={scroller}
      className={`${classes.table} ${props.inline === true ? classes.inline : ''}`}
      style={tracksOf(columns, choice !== undefined)}
      role="table"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
    >
      <Head {...props} />
      <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size, key }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <DataRow
              key={key}
              row={row}
              id={keyOf(row)}
              name={props.nameOf(row)}
              columns={columns}
              index={index}
              top={start}
              height={size}
              isCurrent={index === cursor}
              isTabStop={props.onOpen !== undefined && index === Math.max(0, cursor ?? 0)}
              isOpenable={props.onOpen !== undefined}
              isChosen={choice?.chosen.has(keyOf(row))}
              acts={acts}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Which rows are to be drawn; tells when the end is near, and brings the cursor into sight. */
function useRowsInSight<Row>({ rows, keyOf, cursor, onEnd, rowHeightPx = 56 }: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
    // Drawn with the next frame, not in the middle of the event.
    useFlushSync: false,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })
  const last = virtualizer.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEnd?.()
  }, [last, rows.length, onEnd])
  useEffect(() => {
    if (cursor !== undefined && cursor >= 0) virtualizer.scrollToIndex(cursor)
  }, [cursor, virtualizer])
  return { scroller, virtualizer }
}

/** The columns' widths, and those where there is little room. */
function tracksOf<Row>(columns: readonly Column<Row>[], mayChoose: boolean): CSSProperties {
  const check = mayChoose ? ['2.75rem'] : []
  const narrow = columns.filter(({ wideOnly }) => wideOnly !== true).map(narrowTrack)
  return {
    '--tracks': [...check, ...columns.map(({ width }) => width)].join(' '),
    '--narrow-tracks': [...check, ...narrow].join(' '),
    // Custom properties are in no list of React's.
  } as CSSProperties
}

function Head<Row>({ columns, choice, rows, keyOf }: Props<Row>) {
  return (
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
  )
}

/** What rows do, as it is now: the same object for as long as the language is. */
interface RowActs<Row> {
  readonly open: (row: Row, index: number) => void
  readonly move: (index: number) => void
  readonly toggle: (id: string) => void
  /** What the checkbox of a row is called. */
  readonly labelOf: (name: string) => string
}

function useRowActs<Row>(props: Props<Row>): RowActs<Row> {
  const { t } = useTranslation('common')
  const latest = useRef(props)
  latest.current = props
  return useMemo(
    () => ({
      labelOf: withGap((name) => t('state.selectRow', { name })),
      open: (row, index) => {
        latest.current.onCursor?.(index)
        latest.current.onOpen?.(row)
      },
      move: (index) => {
        const { rows, onCursor } = latest.current
        onCursor?.(Math.max(0, Math.min(rows.length - 1, index)))
      },
      toggle: (id) => {
        const { choice } = latest.current
        choice?.change(toggled(choice.chosen, id))
      },
    }),
    [t],
  )
}

interface RowProps<Row> {
  readonly row: Row
  readonly id: string
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly index: number
  readonly top: number
  readonly height: number
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  readonly isOpenable: boolean
  /** Absent where rows cannot be chosen. */
  readonly isChosen: boolean | undefined
  readonly acts: RowActs<Row>
}

function DrawnRow<Row>(props: RowProps<Row>) {
  const { row, index, isCurrent, isOpenable, isChosen, acts } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.focus({ preventScroll: true })
  }, [isCurrent])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== element.current || !isOpenable) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key !== 'Enter' && step === undefined) return
    event.preventDefault()
    if (step === undefined) acts.open(row, index)
    else acts.move(index + step)
  }
  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      data-chosen={isChosen === true || undefined}
      data-row={props.id}
      data-current={isCurrent || undefined}
      data-openable={isOpenable || undefined}
      tabIndex={props.isTabStop || isCurrent ? 0 : -1}
      className={classes.row}
      style={{ height: props.height, top: props.top }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const inControl = (event.target as Element).closest('a,button,input,label') !== null
        if (!inControl) acts.open(row, index)
      }}
    >
      {isChosen !== undefined && (
        <div role="cell" className={classes.check}>
          <Tick
            label={acts.labelOf(props.name)}
            checked={isChosen}
            onChange={() => acts.toggle(props.id)}
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
      <Tick
        ref={(element) => {
          if (element !== null) element.indeterminate = !all && choice.chosen.size > 0
        }}
        label={t('state.selectAll')}
        checked={all}
        onChange={() => choice.change(all ? new Set() : new Set(rows.map(keyOf)))}
      />
    </div>
  )
}

/** A checkbox as the browser draws it: rows come by the dozen with each frame that is scrolled. */
function Tick({ label, ...rest }: { readonly label: string } & ComponentProps<'input'>) {
  return <input type="checkbox" className={classes.tick} aria-label={label} {...rest} />
}

function cellProps({ wideOnly, align }: Pick<Column<never>, 'wideOnly' | 'align'>) {
  const names = [
    classes.cell,
    wideOnly === true ? classes.wideOnly : '',
    align === 'end' ? classes.end : '',
  ]
  return { className: names.join(' ') }
}

// What has a fixed width keeps it; what may grow takes its share of what is left, however little.
function narrowTrack({ width, narrowWidth }: Pick<Column<never>, 'width' | 'narrowWidth'>) {
  const [, share] = /([\d.]+fr)/.exec(width) ?? []
  return narrowWidth ?? (share === undefined ? width : `minmax(0, ${share})`)
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}
