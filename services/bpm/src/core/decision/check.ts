import type { VariableDeclaration } from '../variables.ts'
import { analyzeTable, type Finding } from './analyze.ts'
import { findInputFault, findOutputFault, isInputType, mostPeople } from './check-cells.ts'
import { findExampleProblems } from './examples.ts'
import { cutTableProblems, type ReportProblem, type TableProblem } from './problem.ts'
import {
  isPeople,
  outputOf,
  type DecisionTable,
  type OutputCell,
  type TableExample,
} from './table.ts'
import { whereInWords } from './words.ts'

export interface CheckedTable {
  /** What keeps it from being published. */
  readonly problems: readonly TableProblem[]
  /** What can be published and is probably not meant. */
  readonly warnings: readonly TableProblem[]
}

/** All that is wrong with a table and its examples, at once. */
export function checkTable(
  table: DecisionTable,
  examples: readonly TableExample[],
  variables: readonly VariableDeclaration[],
): CheckedTable {
  const problems: TableProblem[] = []
  const warnings: TableProblem[] = []
  const into =
    (list: TableProblem[]): ReportProblem =>
    (pointer, code, message, more = {}) =>
      list.push({ pointer, code, message, ...more })
  const report = into(problems)
  checkColumns(table, variables, report)
  checkRows(table, variables, report)
  // Rows that are not understood would give false alarms.
  if (problems.length === 0) {
    const required = new Set(variables.filter((one) => one.required).map(({ name }) => name))
    for (const finding of analyzeTable(table, (variable) => !required.has(variable))) {
      const isFault = isProblem(table, finding)
      tell(table, finding, isFault ? report : into(warnings))
    }
    findExampleProblems(table, examples, variables, report)
  }
  return { problems: cutTableProblems(problems), warnings: cutTableProblems(warnings) }
}

/** Results of the version before that this one does not give: processes that run may ask for them. */
export function findDropped(
  before: DecisionTable | undefined,
  { outputs }: DecisionTable,
): readonly TableProblem[] {
  const dropped = (before?.outputs ?? []).filter(
    ({ name, type }) =>
      !outputs.some((one) => one.type === type && (!isInputType(type) || one.name === name)),
  )
  return dropped.map(({ name }) => ({
    pointer: '/table/outputs',
    code: 'output_dropped',
    message: `the published version gives ${name}, and processes may ask for it: keep it, or take another key`,
  }))
}

/** What the columns look at and give, against what the business type declares. */
export function checkColumns(
  { hitPolicy, inputs, outputs }: DecisionTable,
  variables: readonly VariableDeclaration[],
  report: ReportProblem,
): void {
  if (inputs.length === 0) report('/table/inputs', 'inputs_missing', 'it looks at nothing')
  if (outputs.length === 0) report('/table/outputs', 'outputs_missing', 'it gives nothing')
  for (const [at, { variable, type }] of inputs.entries()) {
    const pointer = `/table/inputs/${at}`
    const declared = variables.find(({ name }) => name === variable)
    if (declared === undefined) {
      report(pointer, 'variable_unknown', `the business type declares no variable ${variable}`)
    } else if (declared.type !== type) {
      report(pointer, 'variable_type', `${variable} is of type ${declared.type}, not ${type}`)
    }
    if (inputs.slice(0, at).some((one) => one.variable === variable)) {
      report(pointer, 'column_twice', `${variable} is there twice: keep one column`)
    }
  }
  for (const [at, { name, type }] of outputs.entries()) {
    const pointer = `/table/outputs/${at}`
    const before = outputs.slice(0, at)
    if (before.some((one) => one.name === name || (!isInputType(type) && one.type === type))) {
      report(pointer, 'column_twice', `${name} gives what another column gives: keep one of them`)
    }
    if (hitPolicy === 'COLLECT' && type !== 'people' && type !== 'order') {
      const message = `of several rows together only people come, and their order: take UNIQUE or FIRST for ${name}`
      report(pointer, 'output_collects', message)
    }
    if (isInputType(type)) {
      const declared = variables.find((one) => one.name === name)
      if (declared?.type !== type) {
        report(
          pointer,
          'variable_unknown',
          `the business type declares no ${type} variable ${name}`,
        )
      }
    } else if (
      (type === 'approvals' || type === 'order') &&
      !outputs.some((one) => one.type === 'people')
    ) {
      report(pointer, 'people_missing', `${name} says how people are asked: add who is asked`)
    }
  }
}

function checkRows(
  table: DecisionTable,
  variables: readonly VariableDeclaration[],
  report: ReportProblem,
): void {
  const { inputs, outputs, rows, otherwise } = table
  if (rows.length === 0) report('/table/rows', 'rows_missing', 'it has no rows')
  const checkOutputs = (
    cells: readonly OutputCell[],
    pointer: string,
    more: { rows?: number[] },
  ) => {
    if (cells.length !== outputs.length) {
      report(pointer, 'row_length', 'it has not one cell for each result', more)
      return
    }
    for (const [at, { type }] of outputs.entries()) {
      const fault = findOutputFault(cells[at] ?? null, type, variables)
      if (fault !== undefined) report(`${pointer}/${at}`, fault.code, fault.message, more)
    }
    checkApprovals(table, cells, pointer, report, more)
  }
  for (const [row, { inputs: tests, outputs: cells }] of rows.entries()) {
    const pointer = `/table/rows/${row}`
    const more = { rows: [row] }
    if (tests.length === inputs.length) {
      for (const [at, { type }] of inputs.entries()) {
        const fault = findInputFault(tests[at] ?? null, type)
        if (fault !== undefined) report(`${pointer}/inputs/${at}`, fault.code, fault.message, more)
      }
    } else {
      report(`${pointer}/inputs`, 'row_length', 'it has not one cell for each condition', more)
    }
    checkOutputs(cells, `${pointer}/outputs`, more)
  }
  if (otherwise !== null) checkOutputs(otherwise, '/table/otherwise', {})
}

/** More approvals than there can be people are never reached. */
function checkApprovals(
  table: DecisionTable,
  cells: readonly OutputCell[],
  pointer: string,
  report: ReportProblem,
  more: { rows?: number[] },
): void {
  const at = outputOf(table, 'approvals')
  const people = cells[outputOf(table, 'people')]
  const approvals = cells[at]
  if (typeof approvals !== 'number' || !isPeople(people)) return
  const most = mostPeople(people)
  if (approvals <= most) return
  const message = `${approvals} have to approve, and ${most} are named at most`
  report(`${pointer}/${at}`, 'approvals_unreachable', message, more)
}

/** Where nobody would be asked, a gap is more than a warning. */
function isProblem(table: DecisionTable, finding: Finding): boolean {
  const asksPeople = outputOf(table, 'people') >= 0 && table.otherwise === null
  if (finding.kind === 'gap') return asksPeople
  return finding.kind !== 'unproven' || (finding.question === 'gaps' && asksPeople)
}

const cure = 'add a row, or say what it gives otherwise'

function tell(table: DecisionTable, finding: Finding, report: ReportProblem): void {
  switch (finding.kind) {
    case 'overlap': {
      const [first, second] = finding.rows
      const where = whereInWords(table, finding.where)
      const message = `rows ${first + 1} and ${second + 1} both match where ${where}`
      const { rows } = finding
      return report(`/table/rows/${second}`, 'overlap', message, { rows, where: finding.where })
    }
    case 'unreachable': {
      const { row, because } = finding
      const why =
        because === 'empty' ? 'its conditions contradict themselves' : 'rows above it match it all'
      const message = `row ${row + 1} is never reached: ${why}`
      const code = because === 'empty' ? 'unreachable_empty' : 'unreachable'
      return report(`/table/rows/${row}`, code, message, { rows: [row] })
    }
    case 'gap': {
      const { where } = finding
      const message = `no row matches where ${whereInWords(table, where)}: ${cure}`
      return report('/table/rows', 'gap', message, { where })
    }
    case 'unproven':
      return finding.question === 'gaps'
        ? report('/table/rows', 'gaps_unproven', `too large to prove that it has no gap: ${cure}`)
        : report('/table/rows', 'reached_unproven', 'too large to prove that all rows are reached')
  }
}
