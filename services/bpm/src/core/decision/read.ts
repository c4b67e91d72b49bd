import type { TableProblem } from './problem.ts'
import type { DecisionTable } from './table.ts'

/** A table that was read from another form; undefined when something of it was not understood. */
export interface ReadTable {
  readonly table: DecisionTable | undefined
  readonly problems: readonly TableProblem[]
  /** What the document calls it. */
  readonly name?: string
}
