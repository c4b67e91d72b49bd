import type { Place } from './axis.ts'
import type { OutputCell } from './table.ts'

/** What is wrong with a table, and where. Plain data beside the words, so that a page can say it in its own. */
export interface TableProblem {
  /** RFC 6901, into `{ table, examples }`. */
  readonly pointer: string
  readonly code: string
  readonly message: string
  /** The rows concerned, from 0. */
  readonly rows?: readonly number[]
  /** Where among the values: one place for each input. */
  readonly where?: readonly Place[]
  /** Of an example: what the table gives for it; null: nothing. */
  readonly given?: readonly OutputCell[] | null
}

export type ReportProblem = (
  pointer: string,
  code: string,
  message: string,
  more?: Pick<TableProblem, 'rows' | 'where' | 'given'>,
) => void

const mostProblems = 100

/** As many as somebody mends in one go. */
export const cutTableProblems = (found: readonly TableProblem[]): readonly TableProblem[] =>
  found.length <= mostProblems
    ? found
    : [
        ...found.slice(0, mostProblems),
        {
          pointer: '',
          code: 'problems_left_out',
          message: `${found.length - mostProblems} more problems were found: mend the ones above, then look again`,
        },
      ]
