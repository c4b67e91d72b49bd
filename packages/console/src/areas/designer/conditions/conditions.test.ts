import { Environment } from '@marcbachmann/cel-js'
import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  isAlone,
  isFinished,
  isList,
  operatorsOf,
  withOperator,
  type Clause,
  type Condition,
  type Field,
  type Operator,
} from './condition.ts'
import { readCondition } from './read-condition.ts'
import { writeCondition } from './write-condition.ts'

const types = ['string', 'number', 'boolean', 'date', 'user', 'users'] as const
const fields: readonly Field[] = [
  ...fieldsOf(
    types.flatMap((type) => [
      { name: `one_${type}`, type, required: true },
      { name: `maybe_${type}`, type },
    ]),
    'Initiator',
  ),
  { name: 'package', label: 'Package', type: 'string', isOptional: true },
]

/** Every value that is worth saying, and none at all. */
function valuesOf({ type }: Field, operator: Operator): readonly Clause['value'][] {
  if (isAlone(operator)) return [undefined]
  if (isList(operator)) return [[], ['a "quoted" \\ text', '中文\n']]
  const said = { number: [0, -3, 1000, 0.25, 1e21], date: ['2026-01-31'] }
  return [undefined, ...(type === 'number' || type === 'date' ? said[type] : ["it's", '${x}'])]
}

const clauses = fields.flatMap((field) =>
  operatorsOf(field).flatMap((operator) =>
    valuesOf(field, operator).map((value): Clause => {
      const { name } = field
      return value === undefined ? { field: name, operator } : { field: name, operator, value }
    }),
  ),
)

const read = (text: string | undefined) => readCondition(text, fields)

describe('a condition as a form and as an expression', () => {
  it('[BPM-03] is the same in both, whatever is asked of whichever field', () => {
    for (const clause of clauses) {
      const condition: Condition = { join: 'all', clauses: [clause] }
      const text = writeCondition(condition, fields)
      expect([text, read(text)]).toEqual([text, { kind: 'form', condition }])
    }
  })

  it('[BPM-03] is the same in both when several are joined', () => {
    for (const [index, clause] of clauses.entries()) {
      const other = clauses[(index + 17) % clauses.length]
      if (other === undefined || other.field === clause.field) continue
      for (const join of ['all', 'any'] as const) {
        const condition: Condition = { join, clauses: [clause, other] }
        const text = writeCondition(condition, fields)
        expect([text, read(text)]).toEqual([text, { kind: 'form', condition }])
      }
    }
  })

  it('[BPM-03] meets nothing that is asked of a value which was left out', () => {
    const environment = new Environment({ unlistedVariablesAreDyn: true }).registerFunction(
      'date(string): google.protobuf.Timestamp',
      (text: string) => new Date(text),
    )
    for (const clause of clauses) {
      const field = fields.find(({ name }) => name === clause.field)
      if (field?.isOptional !== true || !isFinished(clause)) continue
      const text = writeCondition({ join: 'all', clauses: [clause] }, fields) ?? ''
      const value: unknown = environment.evaluate(text, { variables: new Map() })
      expect([text, value]).toEqual([text, clause.operator === 'missing'])
    }
  })
})

it.each<readonly [string, Condition]>([
  ['amount>1000', { join: 'all', clauses: [{ field: 'amount', operator: 'above', value: 1000 }] }],
  [
    '${1000.5 <= amount}',
    { join: 'all', clauses: [{ field: 'amount', operator: 'atLeast', value: 1000.5 }] },
  ],
  [
    '(variables.amount < -2) && "ann" in people',
    {
      join: 'all',
      clauses: [
        { field: 'amount', operator: 'below', value: -2 },
        { field: 'people', operator: 'includes', value: 'ann' },
      ],
    },
  ],
  [
    'has(variables.amount) && amount > 1.0 || urgent',
    {
      join: 'any',
      clauses: [
        { field: 'amount', operator: 'above', value: 1 },
        { field: 'urgent', operator: 'yes' },
      ],
    },
  ],
  [
    'date("2026-01-31") > date(due)',
    { join: 'all', clauses: [{ field: 'due', operator: 'below', value: '2026-01-31' }] },
  ],
])('reads what an expert wrote: %s', (text, condition) => {
  expect(readCondition(text, declared)).toEqual({ kind: 'form', condition })
})

const declared = fieldsOf(
  [
    { name: 'amount', type: 'number' },
    { name: 'people', type: 'users' },
    { name: 'urgent', type: 'boolean' },
    { name: 'due', type: 'date' },
    { name: 'title', type: 'string' },
  ],
  'Initiator',
)

it.each([
  'true',
  'amount > 1.0 && (urgent || amount < 3.0)',
  'amount + 1.0 > 2.0',
  'amount == "1"',
  'amountt > 5.0',
  'due < "2026-01-31"',
  'date(due) != date("2026-01-31")',
  'title > "a"',
  'title in [1, 2]',
  'title.endsWith("x")',
  'urgent == true',
  'has(variables.amount) && urgent || amount > 1.0',
  'people.exists(p, p == initiator)',
  '!(amount > 1.0)',
])('leaves to the expert what the form cannot show: %s', (text) => {
  expect(readCondition(text, declared)).toEqual({ kind: 'beyond' })
})

it.each(['amount >', 'amount >> 3', 'amount = 1'])('knows what is no expression: %s', (text) => {
  expect(readCondition(text, declared)).toEqual({ kind: 'unreadable' })
})

it.each([undefined, '', '  ', '${ }'])('is empty: %s', (text) => {
  expect(readCondition(text, declared)).toEqual({ kind: 'empty' })
})

it('keeps a value where another operator still has a use for it', () => {
  const equals = { field: 'title', operator: 'equals', value: 'a' } as const
  expect(withOperator(equals, 'contains')).toEqual({ ...equals, operator: 'contains' })
  expect(withOperator(equals, 'oneOf')).toEqual({ ...equals, operator: 'oneOf', value: ['a'] })
  const many = { field: 'title', operator: 'oneOf', value: ['b', 'c'] } as const
  expect(withOperator(many, 'equals')).toEqual({ ...many, operator: 'equals', value: 'b' })
  expect(withOperator(many, 'given')).toEqual({ field: 'title', operator: 'given' })
})
