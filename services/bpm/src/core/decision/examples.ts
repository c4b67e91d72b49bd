import { checkVariables, type VariableDeclaration } from '../variables.ts'
import { evaluateTable, type Verdict } from './evaluate.ts'
import type { ReportProblem } from './problem.ts'
import type { DecisionTable, OutputCell, TableExample } from './table.ts'

/** What an example comes to: a cell for each output, or null where the table gives nothing. */
export const givenBy = (verdict: Verdict): readonly OutputCell[] | null =>
  verdict.kind === 'given' ? verdict.outputs : null

/** Examples that say another thing than the table does. */
export function findExampleProblems(
  table: DecisionTable,
  examples: readonly TableExample[],
  variables: readonly VariableDeclaration[],
  report: ReportProblem,
): void {
  for (const [at, { values, expect }] of examples.entries()) {
    const pointer = `/examples/${at}`
    // Those that it does not look at need not be there.
    const [fault] = checkVariables(variables, values, { partial: true })
    if (fault !== undefined) {
      report(`${pointer}/values${fault.pointer}`, 'example_value', fault.detail)
      continue
    }
    const verdict = evaluateTable(table, values)
    const given = givenBy(verdict)
    if (canonical(given) === canonical(expect)) continue
    const message =
      verdict.kind === 'given'
        ? `example ${at + 1} gets something else, ${fromRows(verdict.rows)}`
        : `no row matches example ${at + 1}`
    const rows = verdict.kind === 'given' ? verdict.rows : []
    report(pointer, 'example_differs', message, { rows, given })
  }
}

const fromRows = (rows: readonly number[]): string =>
  rows.length === 0
    ? 'what the table gives otherwise'
    : `from ${rows.length === 1 ? 'row' : 'rows'} ${rows.map((row) => row + 1).join(', ')}`

/** The same cells give the same text, in whatever order the members of an object were written. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
