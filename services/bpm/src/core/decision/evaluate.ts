import { parseDate } from '../variables.ts'
import {
  isPeople,
  type CellValue,
  type DecisionTable,
  type InputCell,
  type InputType,
  type OutputCell,
  type Range,
} from './table.ts'

/** `rows`: those that count, from 0; none where it is what the table gives otherwise. */
export type Verdict =
  | {
      readonly kind: 'given'
      readonly rows: readonly number[]
      readonly outputs: readonly OutputCell[]
    }
  | { readonly kind: 'nothing' }
  /** More than one row of a `UNIQUE` table: it should not have been published. */
  | { readonly kind: 'ambiguous'; readonly rows: readonly number[] }

type Values = Readonly<Record<string, unknown>>

/** What a table gives for the values of an approval. Bounded by its size: cells are no programs. */
export function evaluateTable(table: DecisionTable, values: Values): Verdict {
  const given = table.inputs.map(({ variable, type }) => ({
    type,
    value: Object.hasOwn(values, variable) ? comparable(type, values[variable]) : undefined,
  }))
  const hits = table.rows.flatMap(({ inputs }, row) =>
    given.every(({ type, value }, at) => matches(inputs[at] ?? null, type, value)) ? [row] : [],
  )
  const [first] = hits
  if (first === undefined) {
    return table.otherwise === null
      ? { kind: 'nothing' }
      : { kind: 'given', rows: [], outputs: table.otherwise }
  }
  if (table.hitPolicy === 'UNIQUE' && hits.length > 1) return { kind: 'ambiguous', rows: hits }
  const rows = table.hitPolicy === 'COLLECT' ? hits : [first]
  return { kind: 'given', rows, outputs: collect(table, rows) }
}

/** One row gives its cells. Of several, people come one after the other, in turn when any row says so. */
function collect({ rows, outputs }: DecisionTable, hits: readonly number[]): readonly OutputCell[] {
  return outputs.map((_, at): OutputCell => {
    const cells = hits.map((row) => rows[row]?.outputs[at] ?? null)
    const [first = null] = cells
    if (cells.some(isPeople)) return cells.flatMap((cell) => (isPeople(cell) ? cell : []))
    return cells.includes('inTurn') ? 'inTurn' : first
  })
}

/** A value that can be compared; undefined for one of another type, which nothing but an empty cell matches. */
export function comparable(type: InputType, value: unknown): CellValue | undefined {
  if (type === 'date') return typeof value === 'string' ? parseDate(value)?.getTime() : undefined
  if (type === 'number') return Number.isFinite(value) ? Number(value) : undefined
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined
  return typeof value === 'string' ? value : undefined
}

function matches(cell: InputCell, type: InputType, value: CellValue | undefined): boolean {
  if (cell === null) return true
  if (value === undefined) return false
  const isAmong = (list: readonly CellValue[]) =>
    list.some((one) => comparable(type, one) === value)
  if ('oneOf' in cell) return isAmong(cell.oneOf)
  if ('noneOf' in cell) return !isAmong(cell.noneOf)
  return isWithin(cell, type, value)
}

function isWithin(range: Range, type: InputType, value: CellValue): boolean {
  const bound = (name: keyof Range) => {
    const given = range[name]
    return given === undefined ? undefined : comparable(type, given)
  }
  const minimum = bound('minimum')
  const above = bound('exclusiveMinimum')
  const maximum = bound('maximum')
  const below = bound('exclusiveMaximum')
  return (
    (minimum === undefined || value >= minimum) &&
    (above === undefined || value > above) &&
    (maximum === undefined || value <= maximum) &&
    (below === undefined || value < below)
  )
}
