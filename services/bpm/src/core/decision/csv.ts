// A table as a spreadsheet: a line of titles, a line for each row. Conditions have the variable's name as title,
// results `name: type`; the last column holds notes, and a line that begins with `otherwise` says what holds else.
// A variable called `note`, and a first cell that says this very text, stand in quotation marks.
import { csvLine } from '../csv.ts'
import {
  INPUT_TYPES,
  OUTPUT_TYPES,
  type DecisionTable,
  type HitPolicy,
  type OutputCell,
} from './table.ts'
import type { TableInput, TableOutput, TableRow } from './table.ts'
import type { VariableDeclaration } from '../variables.ts'
import { readOutput, writeOutput } from './output-text.ts'
import type { ReadTable } from './read.ts'
import { CellUnreadable, readUnaryTest, writeUnaryTest } from './unary-tests.ts'
import type { TableProblem } from './problem.ts'

const NOTE = 'note'
const OTHERWISE = 'otherwise'

/** Whether a cell is this word of ours, as people write it. */
const says = (cell: string, word: string): boolean => cell.trim().toLowerCase() === word
const unlessWord = (cell: string, word: string): string => (says(cell, word) ? `"${cell}"` : cell)

export function writeCsv({ inputs, outputs, rows, otherwise }: DecisionTable): string {
  const cellsOf = (cells: readonly OutputCell[]) =>
    outputs.map(({ type }, at) => writeOutput(cells[at] ?? null, type, true))
  const titles = [
    ...inputs.map(({ variable }) => unlessWord(variable, NOTE)),
    ...outputs.map(({ name, type }) => `${name}: ${type}`),
    NOTE,
  ]
  const lines = rows.map((row) => {
    const tests = inputs.map(({ type }, at) => writeUnaryTest(row.inputs[at] ?? null, type, true))
    const [first, ...others] = [...tests, ...cellsOf(row.outputs), row.note ?? '']
    // A line of nothing is no row to who reads it, and this one holds for all.
    const isEmpty = first === '' && others.every((cell) => cell === '')
    return [isEmpty ? '-' : unlessWord(first, OTHERWISE), ...others]
  })
  const last = inputs.map((_, at) => (at === 0 ? OTHERWISE : ''))
  const all = [
    titles,
    ...lines,
    ...(otherwise === null ? [] : [[...last, ...cellsOf(otherwise), '']]),
  ]
  return all.map(csvLine).join('')
}

/**
 * Reads what {@link writeCsv} writes, also as a spreadsheet program has saved it: with semicolons or tabs, and a byte
 * order mark. Which rows may match at once is not in a spreadsheet.
 */
export function readCsv(
  text: string,
  { variables, hitPolicy }: { variables: readonly VariableDeclaration[]; hitPolicy: HitPolicy },
): ReadTable {
  const problems: TableProblem[] = []
  const separator = separatorOf(text)
  const [titles = [], ...lines] = splitCsv(text)
  const columns = titles.map((title) => toColumn(title.trim(), variables))
  const report = (line: number, column: number, message: string) => {
    const pointer = `/csv/${line}/${column}`
    problems.push({ pointer, code: 'cell_unreadable', message: `line ${line + 1}: ${message}` })
  }
  const notes = columns.findIndex((column) => column?.kind === 'note')
  for (const [at, column] of columns.entries()) {
    if (column === undefined) {
      const message = `"${titles[at]}" is neither a variable to look at nor a result as "approvers: people"`
      report(0, at, message)
    } else if (column.kind === 'note' && at !== notes) {
      report(0, at, 'notes have one column: a variable called note stands in quotation marks')
    }
  }
  const inputs = columns.flatMap((one) => (one?.kind === 'input' ? [one.input] : []))
  const outputs = columns.flatMap((one) => (one?.kind === 'output' ? [one.output] : []))
  const rows: TableRow[] = []
  let otherwise: readonly OutputCell[] | null = null
  for (const [index, cells] of lines.entries()) {
    const line = index + 1
    const isElse = says(cells[0] ?? '', OTHERWISE)
    const row = { inputs: [], outputs: [], note: '' } as MutableRow
    for (const [at, column] of columns.entries()) {
      try {
        const given = cells[at] ?? ''
        readCell(row, column, { test: isElse ? '' : given, given, separator })
      } catch (error) {
        if (!(error instanceof CellUnreadable)) throw error
        report(line, at, error.message)
      }
    }
    if (isElse) otherwise = row.outputs
    else rows.push({ inputs: row.inputs, outputs: row.outputs, ...noteOf(row.note) })
  }
  const table = { hitPolicy, inputs, outputs, rows, otherwise }
  return problems.length > 0 ? { table: undefined, problems } : { table, problems }
}

const noteOf = (note: string) => (note === '' ? {} : { note })

interface MutableRow {
  inputs: TableRow['inputs'][number][]
  outputs: OutputCell[]
  note: string
}

type Column =
  | { readonly kind: 'input'; readonly input: TableInput }
  | { readonly kind: 'output'; readonly output: TableOutput }
  | { readonly kind: 'note' }

function toColumn(title: string, variables: readonly VariableDeclaration[]): Column | undefined {
  if (says(title, NOTE)) return { kind: 'note' }
  const [name = '', written] = title.split(/\s*:\s*/)
  if (written !== undefined) {
    const type = OUTPUT_TYPES.find((one) => one === written)
    return type === undefined ? undefined : { kind: 'output', output: { name, type } }
  }
  const declared = variables.find((one) => name === one.name || name === `"${one.name}"`)
  const type = INPUT_TYPES.find((one) => one === declared?.type)
  if (declared === undefined || type === undefined) return undefined
  return { kind: 'input', input: { variable: declared.name, type } }
}

function readCell(
  row: MutableRow,
  column: Column | undefined,
  { test, given, separator }: { test: string; given: string; separator: string },
): void {
  if (column?.kind === 'input') {
    if (column.input.type === 'number' && separator !== ',') refuseDecimalComma(test)
    row.inputs.push(readUnaryTest(unescapeFormula(test), column.input.type, true))
  } else if (column?.kind === 'output') {
    row.outputs.push(readOutput(unescapeFormula(given), column.output.type, true))
  } else if (column?.kind === 'note') {
    row.note = unescapeFormula(given).trim()
  }
}

/** Writing puts it before what a spreadsheet would calculate. */
const unescapeFormula = (text: string): string => text.replace(/^'(?=[=+\-@])/, '')

/** Where no comma stands between cells it is that of decimals: 1,5 is one number there, and here the list of 1 and 5. */
function refuseDecimalComma(test: string): void {
  if (!/,\d/.test(test)) return
  throw new CellUnreadable(
    `"${test.trim().slice(0, 40)}": write decimals with a point, and a blank after the commas of a list`,
  )
}

/** The sign between cells is the one that the first line has most of. */
function separatorOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0] ?? ''
  const [separator = ','] = [',', ';', '\t'].toSorted(
    (a, b) => first.split(b).length - first.split(a).length,
  )
  return separator
}

/** RFC 4180. Empty lines are left out. */
export function splitCsv(text: string): string[][] {
  const content = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(content)
  const lines: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    lines.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (content[at + 1] === '"') cell += content[(at += 1)] ?? ''
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) endCell()
    else if (sign === '\n') {
      endCell()
      lines.push([])
    } else if (sign !== '\r') cell += sign
  }
  endCell()
  return lines.filter((cells) => cells.some((one) => one.trim() !== ''))
}
