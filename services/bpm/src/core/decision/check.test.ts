import { describe, expect, it } from 'vitest'
import { checkTable } from './check.ts'
import { evaluateTable } from './evaluate.ts'
import { purchaseTable, purchaseVariables } from './purchase.testing.ts'
import type { DecisionTable, InputCell, TableExample, TableRow } from './table.ts'

const check = (table: DecisionTable, examples: readonly TableExample[] = []) =>
  checkTable(table, examples, purchaseVariables)

const codesOf = (table: DecisionTable, examples?: readonly TableExample[]) =>
  check(table, examples).problems.map(({ code, pointer }) => `${code} ${pointer}`)

/** A table of one condition each, to one person. */
const byAmount = (
  cells: readonly InputCell[],
  more: Partial<DecisionTable> = {},
): DecisionTable => ({
  ...purchaseTable,
  inputs: [{ variable: 'amount', type: 'number' }],
  outputs: [{ name: 'approvers', type: 'people' }],
  rows: cells.map((cell): TableRow => ({
    inputs: [cell],
    outputs: [[{ kind: 'user', ref: 'anna' }]],
  })),
  ...more,
})

describe('evaluation', () => {
  it.each([
    [{ amount: 999.99, department: 'IT' }, [0]],
    [{ amount: 1000, department: 'IT' }, [1]],
    [{ amount: 1000, department: 'Legal' }, [2]],
    [{ amount: 10_000, department: 'IT' }, [3]],
  ])('finds the row of a purchase: %o', (values, rows) => {
    expect(evaluateTable(purchaseTable, values)).toMatchObject({ kind: 'given', rows })
  })

  it('matches a missing value, or one of another type, by an empty cell alone', () => {
    expect(evaluateTable(purchaseTable, { amount: 5 })).toMatchObject({ rows: [0] })
    expect(evaluateTable(purchaseTable, { amount: 5000 })).toEqual({ kind: 'nothing' })
    expect(evaluateTable(purchaseTable, { amount: '5', department: 'IT' })).toEqual({
      kind: 'nothing',
    })
    const proto = byAmount([null], { inputs: [{ variable: '__proto__', type: 'string' }] })
    expect(evaluateTable(proto, {})).toMatchObject({ rows: [0] })
  })

  it('takes the first row, or collects the people of all in their order', () => {
    const rows = [{ minimum: 0 }, { minimum: 100 }, { minimum: 1000 }].map(
      (cell, at): TableRow => ({
        inputs: [cell],
        outputs: [[{ kind: 'user', ref: `u${at}` }], at === 1 ? 'inTurn' : null],
      }),
    )
    const table = byAmount([], {
      rows,
      outputs: [
        { name: 'who', type: 'people' },
        { name: 'order', type: 'order' },
      ],
    })
    expect(evaluateTable({ ...table, hitPolicy: 'FIRST' }, { amount: 500 })).toMatchObject({
      rows: [0],
    })
    expect(evaluateTable({ ...table, hitPolicy: 'COLLECT' }, { amount: 500 })).toEqual({
      kind: 'given',
      rows: [0, 1],
      outputs: [
        [
          { kind: 'user', ref: 'u0' },
          { kind: 'user', ref: 'u1' },
        ],
        'inTurn',
      ],
    })
    expect(evaluateTable(table, { amount: 500 })).toEqual({ kind: 'ambiguous', rows: [0, 1] })
  })

  it('compares dates as moments, and gives what holds otherwise', () => {
    const table: DecisionTable = {
      ...byAmount([{ minimum: '2026-01-01', exclusiveMaximum: '2027-01-01' }]),
      inputs: [{ variable: 'needed', type: 'date' }],
      otherwise: [[{ kind: 'initiator' }]],
    }
    expect(evaluateTable(table, { needed: '2026-01-01T00:30:00+01:00' })).toMatchObject({
      rows: [],
    })
    expect(evaluateTable(table, { needed: '2026-12-31T23:59:59Z' })).toMatchObject({ rows: [0] })
  })
})

describe('what is told before publishing', () => {
  it('finds nothing in a table that is whole', () => {
    expect(check(purchaseTable)).toEqual({ problems: [], warnings: [] })
  })

  it('names the rows that overlap, and where', () => {
    const table = byAmount([
      { exclusiveMaximum: 1000 },
      { minimum: 500, maximum: 2000 },
      { minimum: 1000 },
    ])
    const { problems } = check(table)
    expect(problems).toMatchObject([
      { code: 'overlap', rows: [0, 1], where: [{ minimum: 500, exclusiveMaximum: 1000 }] },
      { code: 'overlap', rows: [1, 2], where: [{ minimum: 1000, maximum: 2000 }] },
    ])
    expect(problems[0]?.message).toContain('amount is at least 500 and less than 1000')
  })

  it('names a row that is never reached, by itself or because of those above it', () => {
    const cells = [{ maximum: 10 }, { exclusiveMinimum: 10 }, { oneOf: [3, 12] }]
    const table = byAmount(cells, { hitPolicy: 'FIRST' })
    expect(codesOf(table)).toEqual(['unreachable /table/rows/2'])
    const contradictory = byAmount([null, { minimum: 5, maximum: 4 }], { hitPolicy: 'FIRST' })
    expect(codesOf(contradictory)).toEqual(['unreachable_empty /table/rows/1'])
  })

  it('refuses a gap where nobody would be asked, and warns of one elsewhere', () => {
    const gap = byAmount([{ maximum: 10 }, { minimum: 20 }])
    expect(check(gap).problems).toMatchObject([
      { code: 'gap', where: [{ exclusiveMinimum: 10, exclusiveMaximum: 20 }] },
    ])
    expect(codesOf({ ...gap, otherwise: [[{ kind: 'initiator' }]] })).toEqual([])
    const values: DecisionTable = {
      ...gap,
      outputs: [{ name: 'limit', type: 'number' }],
      rows: gap.rows.map((row) => ({ ...row, outputs: [1] })),
    }
    expect(check(values)).toMatchObject({ problems: [], warnings: [{ code: 'gap' }] })
  })

  it('knows that a value that is not required may be missing', () => {
    const table: DecisionTable = {
      ...byAmount([{ oneOf: ['DE'] }, { noneOf: ['DE'] }]),
      inputs: [{ variable: 'country', type: 'string' }],
    }
    expect(check(table).problems).toMatchObject([{ code: 'gap', where: [{ missing: true }] }])
  })

  it('says that it cannot know, where there is too much to look through', () => {
    const inputs = Array.from({ length: 12 }, (_, at) => ({
      name: `n${at}`,
      type: 'number' as const,
    }))
    const rows = Array.from({ length: 200 }, (_, row): TableRow => ({
      inputs: inputs.map((__, at) => ({ oneOf: [(row * 7 + at * 13) % 31, row % 5] })),
      outputs: [[{ kind: 'initiator' }]],
    }))
    const table: DecisionTable = {
      ...byAmount([]),
      hitPolicy: 'FIRST',
      inputs: inputs.map(({ name, type }) => ({ variable: name, type })),
      rows,
    }
    const began = performance.now()
    const { problems, warnings } = checkTable(table, [], inputs)
    expect(problems.map(({ code }) => code)).toEqual(['gaps_unproven'])
    expect(warnings.map(({ code }) => code)).toEqual(['reached_unproven'])
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it.each<[string, Partial<DecisionTable>, readonly string[]]>([
    [
      'a variable that nobody declares',
      { inputs: [{ variable: 'x', type: 'number' }] },
      ['variable_unknown /table/inputs/0'],
    ],
    [
      'a variable of another type',
      { inputs: [{ variable: 'country', type: 'number' }] },
      ['variable_type /table/inputs/0'],
    ],
    [
      'values of another type',
      { rows: [{ inputs: [{ oneOf: ['a'] }], outputs: [[{ kind: 'initiator' }]] }] },
      ['cell_type /table/rows/0/inputs/0'],
    ],
    [
      'nobody, and people that are not said',
      {
        rows: [
          { inputs: [null], outputs: [[]] },
          { inputs: [null], outputs: [[{ kind: 'role' }]] },
          { inputs: [null], outputs: [[{ kind: 'variable', name: 'amount' }]] },
        ],
      },
      [
        'output_missing /table/rows/0/outputs/0',
        'person_incomplete /table/rows/1/outputs/0',
        'person_incomplete /table/rows/2/outputs/0',
      ],
    ],
    [
      'a row that is too short',
      { rows: [{ inputs: [], outputs: [] }] },
      ['row_length /table/rows/0/inputs', 'row_length /table/rows/0/outputs'],
    ],
    [
      'nothing at all',
      { inputs: [], outputs: [], rows: [] },
      [
        'inputs_missing /table/inputs',
        'outputs_missing /table/outputs',
        'rows_missing /table/rows',
      ],
    ],
  ])('names %s', (_, more, codes) => {
    expect(codesOf(byAmount([null], more))).toEqual(codes)
  })

  it('names more approvals than people, a due time that is none, and results that several rows cannot give', () => {
    const outputs = [
      { name: 'who', type: 'people' },
      { name: 'howMany', type: 'approvals' },
      { name: 'due', type: 'due' },
    ] as const
    const rows: TableRow[] = [
      { inputs: [null], outputs: [[{ kind: 'user', ref: 'anna' }], 2, 'P1M'] },
    ]
    expect(codesOf(byAmount([], { outputs, rows }))).toEqual([
      'cell_type /table/rows/0/outputs/2',
      'approvals_unreachable /table/rows/0/outputs/1',
    ])
    expect(codesOf(byAmount([], { outputs, rows, hitPolicy: 'COLLECT' })).slice(0, 2)).toEqual([
      'output_collects /table/outputs/1',
      'output_collects /table/outputs/2',
    ])
  })

  it('runs the examples and says what they get instead', () => {
    const expectation = [[{ ref: 'finance', kind: 'role' as const }], 1, 'together', null]
    const right = { values: { amount: 2000, department: 'IT' }, expect: expectation }
    const wrong = { values: { amount: 20_000, department: 'IT' }, expect: expectation }
    expect(codesOf(purchaseTable, [right])).toEqual([])
    const { problems } = check(purchaseTable, [right, wrong])
    expect(problems).toMatchObject([
      {
        code: 'example_differs',
        pointer: '/examples/1',
        rows: [3],
        given: purchaseTable.rows[3]?.outputs,
      },
    ])
    expect(codesOf(purchaseTable, [{ values: { nobody: 1 }, expect: null }])).toEqual([
      'example_value /examples/0/values/nobody',
    ])
  })
})
