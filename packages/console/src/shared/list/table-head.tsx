import { lazy, memo, Suspense, type AriaAttributes } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { Icon } from '../icon.tsx'
import { cellProps, type Column } from './column.ts'
import classes from './data-table.module.css'
import { resizeColumn, type Layout } from './layout.ts'
import { nextSort } from './sorting.ts'
import { Tick, type Choice } from './tick.tsx'
import type { Arranged } from './use-layout.ts'

const ColumnHandle = lazy(async () => {
  const { ColumnHandle: component } = await import('./column-handle.tsx')
  return { default: component }
})

/** Who puts the rows in order: the page has all of them, or the service that gives them in pages. */
export type Sorter = 'page' | 'service' | 'nobody'

interface Props<Row> {
  readonly arranged: Arranged<Row>
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly choice: Choice | undefined
  /** Whether columns can be made wider and narrower. */
  readonly isResizable: boolean
  readonly sorter: Sorter
}

function DrawnHead<Row>(props: Props<Row>) {
  const { rows, keyOf, choice, isResizable, sorter } = props
  const { columns, layout, change } = props.arranged
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.row}>
        {choice !== undefined && <ChooseAll rows={rows} keyOf={keyOf} choice={choice} />}
        {columns.map((column, index) => (
          <div
            key={column.id}
            role="columnheader"
            // Without the name of its handle.
            aria-label={column.header}
            {...(isSortable(column, sorter) ? { 'aria-sort': orderOf(column, layout) } : {})}
            {...cellProps(column)}
          >
            {isSortable(column, sorter) ? (
              <SortButton column={column} arranged={props.arranged} />
            ) : (
              column.header
            )}
            <Suspense>
              {isResizable && index < columns.length - 1 && (
                <ColumnHandle
                  name={column.header}
                  width={layout.widths[column.id]}
                  isTabStop={index === 0}
                  onResize={(width) => change((before) => resizeColumn(before, column.id, width))}
                />
              )}
            </Suspense>
          </div>
        ))}
      </div>
    </div>
  )
}

function isSortable({ sortBy, sortedAs }: Column<never>, sorter: Sorter): boolean {
  if (sorter === 'nobody') return false
  return (sorter === 'page' ? sortBy : sortedAs) !== undefined
}

function orderOf({ id }: Column<never>, { sort }: Layout): AriaAttributes['aria-sort'] {
  if (sort?.column !== id) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}

/** The name of a column, which sorts by it: up, down, and as the rows come. */
function SortButton<Row>(props: {
  readonly column: Column<Row>
  readonly arranged: Arranged<Row>
}) {
  const { id, header } = props.column
  const { layout, change } = props.arranged
  const order = orderOf(props.column, layout)
  return (
    <button
      type="button"
      className={classes.sort}
      onClick={({ currentTarget }) => {
        change((before) => ({ ...before, sort: nextSort(before.sort, id) }))
        // What comes first in the new order is at the top.
        currentTarget.closest('[role=table]')?.scrollTo({ top: 0 })
      }}
    >
      <span>{header}</span>
      {order === 'ascending' && <Icon name="up" size={14} />}
      {order === 'descending' && <Icon name="down" size={14} />}
    </button>
  )
}

// As `DataRow`: it is there while one scrolls.
export const TableHead = memo(DrawnHead) as typeof DrawnHead

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
