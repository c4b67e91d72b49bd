import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, splitCsv, writeCsv } from './csv.ts'
import { readDmn, writeDmn } from './dmn.ts'
import { purchaseTable, purchaseVariables } from './purchase.testing.ts'
import type { DecisionTable, InputCell, InputType } from './table.ts'
import { CellUnreadable, readUnaryTest, writeUnaryTest } from './unary-tests.ts'

const variables = purchaseVariables
const named = { key: 'purchase-approvers', name: 'Purchase approvers' }

const everything: DecisionTable = {
  hitPolicy: 'FIRST',
  inputs: [
    { variable: 'amount', type: 'number', label: 'Amount in EUR' },
    { variable: 'country', type: 'string' },
    { variable: 'urgent', type: 'boolean' },
    { variable: 'needed', type: 'date' },
  ],
  outputs: [
    { name: 'limit', type: 'number', label: 'Limit' },
    { name: 'country', type: 'string' },
    { name: 'urgent', type: 'boolean' },
    { name: 'needed', type: 'date' },
  ],
  rows: [
    {
      inputs: [
        { minimum: -5 },
        { oneOf: ['"A", B', 'not'] },
        { oneOf: [true] },
        { maximum: '2026-01-31' },
      ],
      outputs: [-3, '=1+1', false, '2026-01-31'],
      note: 'a "note", with a comma\nand a line',
    },
    {
      inputs: [
        { exclusiveMinimum: 1, maximum: 2.5 },
        { noneOf: ['DE'] },
        null,
        { oneOf: ['2026-01-31'] },
      ],
      outputs: [0.5, 'x; y', true, '2026-01-31T10:00:00Z'],
    },
  ],
  otherwise: [0, '', true, '2026-01-01'],
}

describe('unary tests', () => {
  it.each([
    ['blanks within', `a${' '.repeat(100_000)}=`],
    ['many values', `${'a, '.repeat(30_000)}b`],
    ['dots', 'a..'.repeat(30_000)],
  ])('are read in a time that grows with their length: %s', (_, text) => {
    const begun = process.threadCpuUsage()
    expect(() => void readUnaryTest(text.slice(0, 100), 'number', true)).toThrow(CellUnreadable)
    expect(() => void readUnaryTest(text, 'number', true)).toThrow(CellUnreadable)
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1000).toBeLessThan(1000)
  })

  it.each<[string, InputType, InputCell]>([
    ['-', 'number', null],
    ['', 'string', null],
    ['>= 10', 'number', { minimum: 10 }],
    ['<-1.5', 'number', { exclusiveMaximum: -1.5 }],
    ['[1..5)', 'number', { minimum: 1, exclusiveMaximum: 5 }],
    [']1..5]', 'number', { exclusiveMinimum: 1, maximum: 5 }],
    ['1, 2,3', 'number', { oneOf: [1, 2, 3] }],
    ['"A","B, C"', 'string', { oneOf: ['A', 'B, C'] }],
    ['not("A")', 'string', { noneOf: ['A'] }],
    ['"say \\"x\\""', 'string', { oneOf: ['say "x"'] }],
    ['true', 'boolean', { oneOf: [true] }],
    ['> date("2026-01-31")', 'date', { exclusiveMinimum: '2026-01-31' }],
  ])('read %s of type %s', (text, type, cell) => {
    expect(readUnaryTest(text, type)).toEqual(cell)
    expect(readUnaryTest(writeUnaryTest(cell, type), type)).toEqual(cell)
    expect(readUnaryTest(writeUnaryTest(cell, type, true), type, true)).toEqual(cell)
  })

  it.each<[string, InputType]>([
    ['> amount', 'number'],
    ['? > 5', 'number'],
    ['sum([1,2])', 'number'],
    ['"A"', 'number'],
    ['A', 'string'],
    ['1 2', 'number'],
    ['[1..5', 'number'],
    ['>= "2026-02-30"', 'date'],
    ['for x in [1] return x', 'string'],
  ])('refuse %s', (text, type) => {
    expect(() => readUnaryTest(text, type)).toThrow(CellUnreadable)
  })

  it('come to an end on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 2000 }),
        fc.constantFrom('string', 'number'),
        (text, type) => {
          const began = performance.now()
          try {
            readUnaryTest(text, type, true)
          } catch (error) {
            if (!(error instanceof CellUnreadable)) throw error
          }
          expect(performance.now() - began).toBeLessThan(1000)
        },
      ),
    )
    for (const text of ['('.repeat(2000), 'a '.repeat(1000) + '(', `"${'\\'.repeat(1999)}`]) {
      expect(() => readUnaryTest(text, 'number')).toThrow(CellUnreadable)
    }
  })
})

describe('documents', () => {
  it.each([
    ['the purchase', purchaseTable],
    ['every type', everything],
  ])('come back from DMN as they were: %s', async (_, table) => {
    const xml = await writeDmn(table, named)
    expect(await readDmn(xml, variables)).toEqual({ table, problems: [], name: named.name })
  })

  it.each([
    ['the purchase', purchaseTable],
    ['every type', everything],
  ])('come back from a spreadsheet as they were, but for labels: %s', (_, table) => {
    const bare = {
      ...table,
      inputs: table.inputs.map(({ variable, type }) => ({ variable, type })),
      outputs: table.outputs.map(({ name, type }) => ({ name, type })),
    }
    const { hitPolicy } = table
    expect(readCsv(writeCsv(table), { variables, hitPolicy })).toEqual({
      table: bare,
      problems: [],
    })
    expect(readCsv(`\uFEFF${withSemicolons(writeCsv(table))}`, { variables, hitPolicy })).toEqual({
      table: bare,
      problems: [],
    })
  })

  /** As a spreadsheet program saves it where decimals have a comma. */
  const withSemicolons = (csv: string) =>
    splitCsv(csv)
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
      .join('\n')

  it('keep a row that holds for all and gives nothing, and people where nobody is named are none', () => {
    const table: DecisionTable = {
      hitPolicy: 'FIRST',
      inputs: [{ variable: 'amount', type: 'number' }],
      outputs: [{ name: 'who', type: 'people' }],
      rows: [
        { inputs: [null], outputs: [null] },
        { inputs: [{ minimum: 5 }], outputs: [[{ kind: 'initiator' }]] },
      ],
      otherwise: null,
    }
    expect(readCsv(writeCsv(table), { variables, hitPolicy: 'FIRST' })).toEqual({
      table,
      problems: [],
    })
    const nobody = readCsv('amount,who: people\n>= 5,; \n', { variables, hitPolicy: 'FIRST' })
    expect(nobody.table?.rows).toEqual([{ inputs: [{ minimum: 5 }], outputs: [null] }])
  })

  it.each(['note', 'Note', 'NOTE'])(
    'come back from a spreadsheet with their conditions also where these are words of the form: %s',
    (name) => {
      const table: DecisionTable = {
        hitPolicy: 'FIRST',
        inputs: [
          { variable: name, type: 'string' },
          { variable: 'amount', type: 'number' },
        ],
        outputs: [{ name, type: 'string' }],
        rows: [
          {
            inputs: [{ oneOf: ['otherwise'] }, { oneOf: [1, 5] }],
            outputs: ['otherwise'],
            note: 'note',
          },
          { inputs: [{ oneOf: ['Otherwise'] }, { noneOf: [1.5, 2] }], outputs: ['note'] },
          { inputs: [{ oneOf: ['"otherwise"', 'note'] }, null], outputs: ['Note'] },
        ],
        otherwise: ['otherwise'],
      }
      const declared = [...variables, { name, type: 'string' as const }]
      for (const text of [writeCsv(table), withSemicolons(writeCsv(table))]) {
        const read = readCsv(text, { variables: declared, hitPolicy: 'FIRST' })
        expect(read).toEqual({ table, problems: [] })
      }
      // As it was written once: which of the two is the variable is not said.
      const unclear = `${name},amount,who: people,note\nx,1,initiator,\n`
      const { table: none, problems } = readCsv(unclear, {
        variables: declared,
        hitPolicy: 'FIRST',
      })
      expect([none, problems.map(({ pointer }) => pointer)]).toEqual([undefined, ['/csv/0/3']])
    },
  )

  it.each([';', '\t'])(
    'are refused where a decimal comma would be a list of two: cells kept apart by %j',
    (separator) => {
      const read = (cell: string) => {
        const text = [
          ['amount', 'country', 'who: people'].join(separator),
          [cell, '"DE,5"', 'initiator'].join(separator),
        ].join('\n')
        return readCsv(text, { variables, hitPolicy: 'FIRST' })
      }
      for (const cell of ['1,5', 'not(1,5)', '[1,5..3]', '1.000,50']) {
        const { table, problems } = read(cell)
        expect([table, problems.map(({ pointer }) => pointer)]).toEqual([undefined, ['/csv/1/0']])
        expect(problems[0]?.message).toContain('write decimals with a point')
      }
      expect(read('1, 5').table?.rows[0]?.inputs[0]).toEqual({ oneOf: [1, 5] })
      expect(read('1.5').table?.rows[0]?.inputs[0]).toEqual({ oneOf: [1.5] })
    },
  )

  it('read what people write into a spreadsheet, and name the cell that they cannot', () => {
    const text =
      'amount,country,who: people\n>= 1000,"DE, FR",role finance; user anna\n<1000,,managerLine 1\n'
    const { table } = readCsv(text, { variables, hitPolicy: 'UNIQUE' })
    expect(table?.rows).toEqual([
      {
        inputs: [{ minimum: 1000 }, { oneOf: ['DE', 'FR'] }],
        outputs: [
          [
            { kind: 'role', ref: 'finance' },
            { kind: 'user', ref: 'anna' },
          ],
        ],
      },
      { inputs: [{ exclusiveMaximum: 1000 }, null], outputs: [[{ kind: 'managerLine', from: 1 }]] },
    ])
    const wrong = 'amount,nothing,who: people\nmuch,,boss\n'
    const { table: none, problems } = readCsv(wrong, { variables, hitPolicy: 'UNIQUE' })
    expect(none).toBeUndefined()
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/csv/0/1', '/csv/1/0', '/csv/1/2'])
  })

  it('read DMN of other tools and versions, and refuse by name what cannot be run', async () => {
    const xml = (
      policy: string,
      expression: string,
      test: string,
      ns = '20191111',
    ) => `<?xml version="1.0"?>
<definitions xmlns="https://www.omg.org/spec/DMN/${ns}/MODEL/" id="d" name="D" namespace="http://x">
<decision id="dish" name="Dish"><decisionTable id="t" hitPolicy="${policy}">
<input id="i" label="Amount"><inputExpression id="e" typeRef="number"><text>${expression}</text></inputExpression></input>
<output id="o" name="limit" typeRef="integer"/>
<rule id="r"><inputEntry id="ie"><text>${test}</text></inputEntry><outputEntry id="oe"><text>5</text></outputEntry></rule>
</decisionTable></decision></definitions>`
    const read = await readDmn(xml('RULE ORDER', 'amount', '[1..5]', '20230324'), variables)
    expect(read).toMatchObject({ name: 'Dish', problems: [], table: { hitPolicy: 'COLLECT' } })
    const refused = await readDmn(xml('PRIORITY', 'amount * 2', '> sum(1)'), variables)
    expect(refused.table).toBeUndefined()
    expect(refused.problems.map(({ pointer }) => pointer)).toEqual(['i', 'ie', 't'])
    expect((await readDmn('<x', variables)).problems).toMatchObject([{ code: 'dmn_unreadable' }])
    expect((await readDmn('<!DOCTYPE x><x/>', variables)).problems).toMatchObject([
      { code: 'xml_doctype' },
    ])
  })
})
