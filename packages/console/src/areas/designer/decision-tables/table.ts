// What is done to a table as it is written; every function gives a new one.
import type { components } from '@countersign/client/bpm'
import type { BizType } from '../../../shared/biz-types.ts'

export type Decision = components['schemas']['Decision']
export type Table = components['schemas']['DecisionTable']
export type Example = Decision['examples'][number]
export type Row = Table['rows'][number]
export type Input = Table['inputs'][number]
export type Output = Table['outputs'][number]
export type InputCell = Row['inputs'][number]
export type OutputCell = Row['outputs'][number]
export type Person = Extract<OutputCell, readonly unknown[]>[number]
export type Value = string | number | boolean
export type Variable = BizType['variables'][number]

const inputTypes = ['string', 'number', 'boolean', 'date'] as const
export const ruleTypes = ['people', 'approvals', 'order', 'due'] as const

/** What a column says of how people are asked is called by these names, which nobody sees. */
const names = { people: 'approvers', approvals: 'howMany', order: 'order', due: 'due' } as const

export const isPeople = (cell: OutputCell): cell is Person[] => Array.isArray(cell)

/** The type of a variable that a column can be about; undefined for lists and people. */
export const columnType = ({ type }: Variable): Input['type'] | undefined =>
  inputTypes.find((one) => one === type)

export function newTable(variables: readonly Variable[]): Table {
  const first = variables.find((one) => one.type === 'number') ?? variables.find(columnType)
  const outputs = ruleTypes.slice(0, 3).map((type) => ({ name: names[type], type }))
  const table: Table = { hitPolicy: 'UNIQUE', inputs: [], outputs, rows: [], otherwise: null }
  return addRow(first === undefined ? table : addInput(table, first))
}

const blanks = (columns: readonly unknown[]): null[] => columns.map(() => null)

export const addRow = (table: Table): Table => ({
  ...table,
  rows: [...table.rows, { inputs: blanks(table.inputs), outputs: blanks(table.outputs) }],
})

export const setRow = (table: Table, at: number, row: Row): Table => ({
  ...table,
  rows: table.rows.with(at, row),
})

export const removeRow = (table: Table, at: number): Table => ({
  ...table,
  rows: table.rows.toSpliced(at, 1),
})

export function moveRow(table: Table, from: number, to: number): Table {
  const row = table.rows[from]
  if (row === undefined || to < 0 || to >= table.rows.length) return table
  return { ...table, rows: table.rows.toSpliced(from, 1).toSpliced(to, 0, row) }
}

export function addInput(table: Table, variable: Variable): Table {
  const type = columnType(variable)
  if (type === undefined) return table
  const { name, label } = variable
  const input = { variable: name, type, ...(label === undefined ? {} : { label }) }
  return {
    ...table,
    inputs: [...table.inputs, input],
    rows: table.rows.map((row) => ({ ...row, inputs: [...row.inputs, null] })),
  }
}

export const removeInput = (table: Table, at: number): Table => ({
  ...table,
  inputs: table.inputs.toSpliced(at, 1),
  rows: table.rows.map((row) => ({ ...row, inputs: row.inputs.toSpliced(at, 1) })),
})

/** Names as the business type has them: a spreadsheet has only those of variables. */
export const withLabels = (table: Table, variables: readonly Variable[]): Table => ({
  ...table,
  inputs: table.inputs.map((input) => {
    const label = input.label ?? variables.find(({ name }) => name === input.variable)?.label
    return label === undefined ? input : { ...input, label }
  }),
})

/** A rule on how people are asked, or a value for a variable. */
export function newOutput(of: (typeof ruleTypes)[number] | Variable): Output | undefined {
  if (typeof of === 'string') return { name: names[of], type: of }
  const type = columnType(of)
  if (type === undefined) return undefined
  return { name: of.name, type, ...(of.label === undefined ? {} : { label: of.label }) }
}

/** The results of each row, of what holds otherwise, and of each example, changed alike. */
function withOutputs(
  { table, examples }: Written,
  outputs: Output[],
  change: (cells: readonly OutputCell[]) => OutputCell[],
): Written {
  const { otherwise } = table
  return {
    table: {
      ...table,
      outputs,
      rows: table.rows.map((row) => ({ ...row, outputs: change(row.outputs) })),
      otherwise: otherwise === null ? null : change(otherwise),
    },
    examples: examples.map((one) => ({
      ...one,
      expect: one.expect === null ? null : change(one.expect),
    })),
  }
}

/** A table with its examples, as it is written. */
export interface Written {
  readonly table: Table
  readonly examples: readonly Example[]
}

export const addOutput = (written: Written, output: Output): Written =>
  withOutputs(written, [...written.table.outputs, output], (cells) => [...cells, null])

export const removeOutput = (written: Written, at: number): Written =>
  withOutputs(written, written.table.outputs.toSpliced(at, 1), (cells) => cells.toSpliced(at, 1))

/** What an example expects; where it says nothing at all, that nothing comes of it. */
export const expecting = (example: Example, cells: OutputCell[]): Example => ({
  ...example,
  expect: cells.every((one) => one === null) ? null : cells,
})
