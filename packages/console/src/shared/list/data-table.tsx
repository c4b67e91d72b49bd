import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { currentLanguage, useTranslation } from '../../text/i18n.ts'
import { TableSkeleton } from '../page/skeletons.tsx'
import { cellProps, type Column } from './column.ts'
import classes from './data-table.module.css'
import { GroupHead } from './group-head.tsx'
import { createLadder, type Ladder, type RowGroup } from './ladder.ts'
import { rowHeightOf, tracksOf, type Layout } from './layout.ts'
import { sortRows } from './sorting.ts'
import { TableHead, type Sorter } from './table-head.tsx'
import { Tick, type Choice } from './tick.tsx'
import { UnreadRest, type Rest } from './unread-rest.tsx'
import { useLayout, type Arranged } from './use-layout.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

export type { Column } from './column.ts'

// Rows are there before anybody arranges columns.
const ColumnMenu = lazy(async () => {
  const { ColumnMenu: component } = await import('./column-menu.tsx')
  return { default: component }
})

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
  /** What could not be read of the pages after these rows. */
  readonly rest?: Rest | undefined
  /** Whether these rows stay only until others come. */
  readonly isBusy?: boolean
  readonly empty?: ReactNode
  readonly rowHeightPx?: number
  /** Parts of the rows with a head each, in their order. */
  readonly groups?: readonly RowGroup[]
  /** Draws only as high as its rows, for short tables inside a page. */
  readonly inline?: boolean
}

/**
 * A table of any length: only the rows in sight exist. Rows that can be opened are one stop for Tab:
 * arrows lead from row to row, Enter opens. `cursor` gives the focus to a row from outside. Which
 * columns it has, how wide, and what it is sorted by, is the person's (`useServiceOrder` where it comes in pages);
 * short tables inside a page are as they come.
 */
export function DataTable<Row>(props: Props<Row>) {
  const arranged = useArranged(props)
  const sorter = props.inline === true ? 'nobody' : sorterOf(props)
  const { sort } = arranged.layout
  const language = currentLanguage()
  const rows = useMemo(
    () => (sorter === 'page' ? sortRows(props.rows, props.columns, sort, language) : props.rows),
    [sorter, props.rows, props.columns, sort, language],
  )
  const ladder = useLadder(rows.length, props, arranged.layout)
  const isArrangeable = props.inline !== true && props.columns.length > 1
  if (props.isLoading === true) return <TableSkeleton label={props.label} />
  if (props.rows.length === 0 && props.empty !== undefined) {
    return <div className={`${classes.around} ${classes.sheet}`}>{props.empty}</div>
  }
  return (
    <div
      className={`${classes.around} ${props.inline === true ? classes.inline : ''}`}
      style={{ '--rows': `${ladder.heightPx}px` } as CSSProperties}
    >
      <Grid
        {...props}
        rows={rows}
        arranged={arranged}
        ladder={ladder}
        isArrangeable={isArrangeable}
        sorter={sorter}
      />
      <Suspense>
        {isArrangeable && (
          <ColumnMenu all={props.columns} layout={arranged.layout} change={arranged.change} />
        )}
      </Suspense>
      {props.rest !== undefined && <UnreadRest rest={props.rest} />}
    </div>
  )
}

function useLadder<Row>(
  count: number,
  { groups = ungrouped, rowHeightPx = 56 }: Pick<Props<Row>, 'groups' | 'rowHeightPx'>,
  layout: Layout,
): Ladder {
  const height = rowHeightOf(rowHeightPx, layout)
  return useMemo(() => {
    const starts = groups.map(({ start }) => start)
    return createLadder({ count, rowHeightPx: height, starts })
  }, [count, height, groups])
}

/** In another order the keyboard is on no row: the one that comes to the place would take the focus from the head. */
function useArranged<Row>({ columns, onCursor }: Pick<Props<Row>, 'columns' | 'onCursor'>) {
  const arranged = useLayout(columns)
  const latest = useRef(onCursor)
  latest.current = onCursor
  return useMemo<Arranged<Row>>(
    () => ({
      ...arranged,
      change: (next) =>
        arranged.change((before) => {
          const made = next(before)
          if (made.sort !== before.sort) latest.current?.(-1)
          return made
        }),
    }),
    [arranged],
  )
}

// What goes on at its end is a part of a longer list.
const sorterOf = ({ onEnd }: Pick<Props<never>, 'onEnd'>) =>
  onEnd === undefined ? 'page' : 'service'

interface GridProps<Row> extends Props<Row> {
  readonly arranged: Arranged<Row>
  readonly ladder: Ladder
  readonly isArrangeable: boolean
  readonly sorter: Sorter
}

function Grid<Row>(props: GridProps<Row>) {
  const { rows, keyOf, choice, cursor, onEnd, arranged, ladder } = props
  const { columns, layout } = arranged
  const { groups = ungrouped } = props
  const scroller = useRef<HTMLDivElement>(null)
  const atCursor = cursor === undefined ? undefined : rows[cursor]
  const cursorKey = atCursor === undefined ? undefined : keyOf(atCursor)
  const sight = useRowsInSight({ scroller, count: rows.length, ladder, cursor, cursorKey, onEnd })
  return (
    <div
      ref={scroller}
      className={`${classes.table} ${classes.sheet}`}
      style={tracksOf(columns, layout, choice !== undefined)}
      role="table"
      aria-label={props.label}
      aria-busy={props.isBusy}
      aria-rowcount={rows.length + groups.length + 1}
    >
      <TableHead
        arranged={arranged}
        rows={rows}
        keyOf={keyOf}
        choice={choice}
        isResizable={props.isArrangeable}
        sorter={props.sorter}
      />
      <div role="rowgroup" className={classes.body} style={{ height: ladder.heightPx }}>
        <RowsInSight {...props} {...sight} columns={columns} groups={groups} ladder={ladder} />
      </div>
    </div>
  )
}

const ungrouped: readonly RowGroup[] = []

interface RowsInSightProps<Row> extends Props<Row> {
  readonly first: number
  readonly end: number
  readonly groups: readonly RowGroup[]
  readonly ladder: Ladder
}

function RowsInSight<Row>(props: RowsInSightProps<Row>) {
  const { keyOf, first, groups, ladder, cursor, choice } = props
  const acts = useRowActs(props)
  return props.rows.slice(first, props.end).flatMap((row, offset) => {
    const index = first + offset
    const heads = groups.filter(({ start }) => start <= index)
    const number = index + heads.length + 2
    const top = ladder.topOf(index)
    return [
      ...heads
        .filter(({ start }) => start === index)
        .map((group) => (
          <GroupHead key={group.key} group={group} number={number - 1} bottom={top} />
        )),
      <DataRow
        key={keyOf(row)}
        row={row}
        id={keyOf(row)}
        name={props.nameOf(row)}
        columns={props.columns}
        index={index}
        number={number}
        top={top}
        height={ladder.rowHeightPx}
        isCurrent={index === cursor}
        isTabStop={props.onOpen !== undefined && index === Math.max(0, cursor ?? 0)}
        isOpenable={props.onOpen !== undefined}
        isChosen={choice?.chosen.has(keyOf(row))}
        acts={acts}
      />,
    ]
  })
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
      labelOf: (name) => t('state.selectRow', { name }),
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
  /** Counted with all heads, from 1. */
  readonly number: number
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
    if (isCurrent && mayTakeFocus(element.current)) element.current?.focus({ preventScroll: true })
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
      aria-rowindex={props.number}
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

/** A row comes to be the current one by itself, too: whoever is elsewhere, perhaps amid a word, stays there. */
function mayTakeFocus(row: HTMLElement | null): boolean {
  const { activeElement, body } = document
  const isAnywhere = activeElement === null || activeElement === body
  return isAnywhere || row?.closest('[role=table]')?.contains(activeElement) === true
}

// While one scrolls the table is drawn with each frame, and only a few of its rows are new. `memo`
// forgets that the component is generic.
const DataRow = memo(DrawnRow) as typeof DrawnRow

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}
