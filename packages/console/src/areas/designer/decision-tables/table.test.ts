import { describe, expect, it } from 'vitest'
import { operatorOf, operatorsOf, toCell, toValue, valuesOf } from './cell.ts'
import {
  addInput,
  addOutput,
  expecting,
  moveRow,
  newTable,
  removeInput,
  removeOutput,
  setRow,
  type Variable,
} from './table.ts'

const amount: Variable = { name: 'amount', type: 'number', label: 'Amount', required: true }
const department: Variable = { name: 'department', type: 'string' }
const people: Variable = { name: 'watchers', type: 'users' }

describe('a table as it is written', () => {
  it('begins with an amount, who is asked, how many and in what order', () => {
    const table = newTable([people, department, amount])
    expect(table.inputs).toEqual([{ variable: 'amount', type: 'number', label: 'Amount' }])
    expect(table.outputs.map(({ type }) => type)).toEqual(['people', 'approvals', 'order'])
    expect(table.rows).toEqual([{ inputs: [null], outputs: [null, null, null] }])
  })

  it('keeps rows, what holds otherwise and examples as wide as its columns', () => {
    const table = { ...newTable([amount]), otherwise: [null, 1, null] }
    const example = { values: { amount: 1 }, expect: [null, 2, null] }
    const wider = addOutput(
      { table: addInput(table, department), examples: [example] },
      { name: 'due', type: 'due' },
    )
    expect(wider.table.rows[0]).toEqual({ inputs: [null, null], outputs: [null, null, null, null] })
    expect(wider.table.otherwise).toEqual([null, 1, null, null])
    expect(wider.examples[0]?.expect).toEqual([null, 2, null, null])
    const narrower = removeOutput(wider, 1)
    expect(narrower.table.otherwise).toEqual([null, null, null])
    expect(narrower.examples[0]?.expect).toEqual([null, null, null])
    expect(removeInput(narrower.table, 0).rows[0]?.inputs).toEqual([null])
    expect(addInput(table, people)).toBe(table)
  })

  it('moves rows, and not past an end', () => {
    const table = newTable([amount])
    const [row] = table.rows
    if (row === undefined) throw new Error('it begins with a row')
    const two = { ...setRow(table, 0, { ...row, note: 'a' }), rows: [{ ...row, note: 'a' }, row] }
    expect(moveRow(two, 0, 1).rows.map(({ note }) => note)).toEqual([undefined, 'a'])
    expect(moveRow(two, 0, -1)).toBe(two)
  })

  it('expects nothing where no result is said', () => {
    const example = { values: {}, expect: [null, 2] }
    expect(expecting(example, [null, null]).expect).toBeNull()
    expect(expecting(example, [null, 3]).expect).toEqual([null, 3])
  })
})

describe('a condition', () => {
  it('is kept as it is chosen, and read back, for each way to compare', () => {
    for (const type of ['number', 'string', 'boolean', 'date'] as const) {
      for (const operator of operatorsOf(type)) {
        const cell = toCell(operator, [1, 2])
        expect(operatorOf(cell)).toBe(operator)
        expect([0, 1, 2]).toContain(valuesOf(cell).length)
      }
    }
    expect(toCell('fromBelow', [1, 2])).toEqual({ minimum: 1, exclusiveMaximum: 2 })
    // What is not filled in yet is a fault of its cell, and nothing that holds always.
    expect(toCell('minimum', [])).toEqual({ minimum: '' })
  })

  it('has numbers as numbers, and keeps what is none for the service to refuse', () => {
    expect([toValue('number', '12.5'), toValue('number', 'much'), toValue('number', ' ')]).toEqual([
      12.5,
      'much',
      ' ',
    ])
    expect([toValue('string', '12'), toValue('boolean', 'true')]).toEqual(['12', true])
  })
})
