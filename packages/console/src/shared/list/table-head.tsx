import { lazy, memo, Suspense } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { cellProps } from './column.ts'
import classes from './data-table.module.css'
import { resizeColumn } from './layout.ts'
import { Tick, type Choice } from './tick.tsx'
import type { Arranged } from './use-layout.ts'

const ColumnHandle = lazy(async () => {
  const { ColumnHandle: component } = await import('./column-handle.tsx')
  return { default: component }
})

interface Props<Row> {
  readonly arranged: Arranged<Row>
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly choice: Choice | undefined
  /** Whether columns can be made wider and narrower. */
  readonly isResizable: boolean
}

function DrawnHead<Row>({ arranged, rows, keyOf, choice, isResizable }: Props<Row>) {
  const { columns, layout, change } = arranged
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
            {...cellProps(column)}
          >
            {column.header}
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
