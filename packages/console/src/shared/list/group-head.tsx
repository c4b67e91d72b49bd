import classes from './data-table.module.css'
import { headHeightPx, type RowGroup } from './ladder.ts'

/** What the rows below it have in common, and how many there are. */
export function GroupHead(props: {
  readonly group: RowGroup
  /** Of its row, counted with all heads, from 1. */
  readonly number: number
  readonly bottom: number
}) {
  const { label, count } = props.group
  return (
    <div
      role="row"
      aria-rowindex={props.number}
      className={classes.groupHead}
      style={{ height: headHeightPx, top: props.bottom - headHeightPx }}
    >
      <div role="cell">
        <h2>
          {label} <span>{count}</span>
        </h2>
      </div>
    </div>
  )
}
