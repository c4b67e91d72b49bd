import { describe, expect, it } from 'vitest'
import { checkExpression, constantOf, parseExpression } from './expression.ts'

const scope = (variables: Readonly<Record<string, unknown>>) => ({
  variables,
  initiator: 'ann',
  outcomes: new Map<string, string>(),
})

describe('[BPM-03] a variable that is called like a word or a type of CEL', () => {
  const names = ['package', 'loop', 'as', 'string', 'int', 'in', 'true', 'outcomes']

  it.each(names)(
    'keeps nothing else from being checked, and is read by its name in quotes: %s',
    (name) => {
      const declared = [
        { name, type: 'string' as const },
        { name: 'amount', type: 'number' as const },
      ]
      const expression = parseExpression(`amount > 1 && variables["${name}"] == "x"`)
      expect(checkExpression(expression, declared, ['bool'])).toBeUndefined()
      expect(expression.evaluate(scope({ amount: 2, [name]: 'x' }))).toBe(true)
    },
  )
})

it.each([
  ['true', true],
  ['${ (false) }', false],
  ['1 + 1 == 2', true],
  ['[1, 2].exists(n, n > 1)', undefined],
  ['amount > 1', undefined],
  ['true || amount > 1', undefined],
  ['has(variables.amount)', undefined],
  ['date("never") == date("never")', undefined],
])('[BPM-03] knows whether a condition speaks of any value: %s', (text, constant) => {
  expect(constantOf(parseExpression(text))).toBe(constant)
})

it.each([
  ['1 + amount + 1', 4.5],
  ['100 - amount - 1', 96.5],
  ['2 * amount * 2', 10],
  ['5 / amount * 3 + 1', 7],
])('[BPM-03] counts on with what a whole number and a value give: %s', (text, result) => {
  const expression = parseExpression(text)
  const declared = [{ name: 'amount', type: 'number' as const }]
  expect(checkExpression(expression, declared, ['double'])).toBeUndefined()
  expect(expression.evaluate(scope({ amount: 2.5 }))).toBe(result)
})
