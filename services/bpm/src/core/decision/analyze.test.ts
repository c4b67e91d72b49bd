import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeTable, axesOf } from './analyze.ts'
import { evaluateTable } from './evaluate.ts'
import type { CellValue, DecisionTable, HitPolicy, InputCell, TableInput } from './table.ts'

const inputs: readonly TableInput[] = [
  { variable: 'n', type: 'number' },
  { variable: 's', type: 'string' },
  { variable: 'b', type: 'boolean' },
  { variable: 'd', type: 'date' },
]

const days = ['2026-01-01', '2026-02-01', '2026-03-01T12:00:00Z']
const values: Readonly<Record<TableInput['type'], readonly CellValue[]>> = {
  number: [-5, 0, 10, 10.5],
  string: ['A', 'B', 'C'],
  boolean: [true, false],
  date: days,
}

const someOf = (list: readonly CellValue[]) =>
  fc.uniqueArray(fc.constantFrom(...list), { minLength: 1, maxLength: list.length })

function cellOf({ type }: TableInput): fc.Arbitrary<InputCell> {
  const named = [
    someOf(values[type]).map((oneOf) => ({ oneOf })),
    someOf(values[type]).map((noneOf) => ({ noneOf })),
  ]
  if (type === 'string' || type === 'boolean') return fc.oneof(fc.constant(null), ...named)
  const bound = fc.constantFrom(...values[type])
  const range = fc.record({
    low: fc.option(fc.tuple(fc.constantFrom('minimum', 'exclusiveMinimum'), bound)),
    high: fc.option(fc.tuple(fc.constantFrom('maximum', 'exclusiveMaximum'), bound)),
  })
  return fc.oneof(
    fc.constant(null),
    ...named,
    range.map(({ low, high }) => Object.fromEntries([low, high].filter((one) => one !== null))),
  )
}

const rowArbitrary = fc.record({
  inputs: fc.tuple(...inputs.map(cellOf)),
  outputs: fc.constant([1]),
})

const tables: fc.Arbitrary<DecisionTable> = fc.record({
  hitPolicy: fc.constantFrom<HitPolicy>('UNIQUE', 'FIRST', 'COLLECT'),
  inputs: fc.constant(inputs),
  outputs: fc.constant([{ name: 'x', type: 'number' as const }]),
  rows: fc.array(rowArbitrary, { minLength: 1, maxLength: 6 }),
  otherwise: fc.constant(null),
})

const optional = (name: string) => name === 's' || name === 'n'

type Values = Readonly<Record<string, unknown>>

/** A value of every piece of every input, in all combinations. */
function samplesOf(table: DecisionTable): readonly Values[] {
  const axes = axesOf(table, optional)
  return axes.reduce<readonly Values[]>(
    (all, { samples }, at) =>
      all.flatMap((before) =>
        samples.map((value) =>
          value === undefined ? before : { ...before, [inputs[at]?.variable ?? '']: value },
        ),
      ),
    [{}],
  )
}

/** The rows that match, found one by one. */
const hitsOf = (table: DecisionTable, given: Values): readonly number[] =>
  table.rows.flatMap((row, at) => {
    const alone = { ...table, rows: [row] }
    return evaluateTable(alone, given).kind === 'given' ? [at] : []
  })

/** What trying out every value says. */
function tryAll(table: DecisionTable) {
  const hits = samplesOf(table).map((given) => hitsOf(table, given))
  const overlaps = new Set<string>()
  for (const rows of table.hitPolicy === 'UNIQUE' ? hits : [])
    for (const [at, row] of rows.entries())
      for (const other of rows.slice(at + 1)) overlaps.add(`${row} ${other}`)
  const counts = (rows: readonly number[]) =>
    table.hitPolicy === 'FIRST' ? rows.slice(0, 1) : rows
  const reached = new Set(hits.flatMap(counts))
  return {
    overlaps: [...overlaps].toSorted(),
    unreached: table.rows.flatMap((_, row) => (reached.has(row) ? [] : [row])),
    hasGap: hits.some((rows) => rows.length === 0),
  }
}

describe('analysis', () => {
  it('says what trying out every value says', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const found = analyzeTable(table, optional)
        const tried = tryAll(table)
        const overlaps = found.flatMap((one) =>
          one.kind === 'overlap' ? [one.rows.join(' ')] : [],
        )
        const unreached = found.flatMap((one) => (one.kind === 'unreachable' ? [one.row] : []))
        expect(overlaps.toSorted()).toEqual(tried.overlaps)
        expect(unreached).toEqual(tried.unreached)
        expect(found.some(({ kind }) => kind === 'gap')).toBe(tried.hasGap)
        expect(found.some(({ kind }) => kind === 'unproven')).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  it('names places where it is as it says: a row of each mends a gap', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const gaps = analyzeTable(table, optional).filter((one) => one.kind === 'gap')
        for (const { where } of gaps) {
          if (where.some((place) => place !== null && 'missing' in place)) continue
          const cells = where as readonly InputCell[]
          const row = { inputs: cells, outputs: [1] }
          const own = { ...table, rows: [row] }
          const within = samplesOf(table).filter((given) => hitsOf(own, given).length > 0)
          expect(within.length).toBeGreaterThan(0)
          for (const given of within) expect(hitsOf(table, given)).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })
})
