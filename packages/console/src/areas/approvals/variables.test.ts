import { expect, it } from 'vitest'
import { emptyValues, missingVariables, toVariables, type Variable } from './variables.ts'

const variables: readonly Variable[] = [
  { name: 'amount', type: 'number', required: true },
  { name: 'reason', type: 'string' },
  { name: 'urgent', type: 'boolean' },
  { name: 'agreed', type: 'boolean', required: true },
  { name: 'day', type: 'date' },
  { name: 'buyer', type: 'user', required: true },
  { name: 'watchers', type: 'users' },
]
const ann = { id: 'a', name: 'Ann' }

it('sends nothing of an empty form but the answers that are asked for', () => {
  const values = emptyValues(variables)
  expect(toVariables(variables, values)).toEqual({ agreed: false })
  expect(missingVariables(variables, values)).toEqual(['amount', 'buyer'])
})

it('sends values of the declared types, people by their ids', () => {
  const values = {
    ...emptyValues(variables),
    amount: 12.5,
    reason: 'travel ',
    urgent: true,
    day: '2026-11-21',
    buyer: ann,
    watchers: [ann],
  }
  expect(toVariables(variables, values)).toEqual({
    amount: 12.5,
    reason: 'travel ',
    urgent: true,
    agreed: false,
    day: '2026-11-21',
    buyer: 'a',
    watchers: ['a'],
  })
  expect(missingVariables(variables, values)).toEqual([])
})

it('reads a number that is still a text, and takes spaces for nothing', () => {
  const values = { ...emptyValues(variables), amount: '40', reason: '  ' }
  expect(toVariables(variables, values)).toEqual({ amount: 40, agreed: false })
})
