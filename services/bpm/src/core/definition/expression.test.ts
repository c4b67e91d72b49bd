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

const people = Array.from({ length: 500 }, (_, at) => `person ${at}`)
const text = 'a'.repeat(640_000)

it.each([
  ['amount > 1 && kind == "travel"', 1, 10],
  ['kind == other', 10_000, 11_000],
  ['users.exists(u, u == initiator)', 1_000, 5_000],
  ['users.exists(u, users.exists(v, u == v))', 500_000, 2_000_000],
  [
    'users.exists(u, users.exists(v, u == v)) || users.exists(u, users.exists(v, u == v))',
    2e6,
    4e6,
  ],
  ['users.exists(u, users == others)', 250_000, 500_000],
  ['users.map(u, users).exists(l, l.exists(u, u == initiator))', 250_000, 1e11],
  ['cel.bind(l, users + users, l.exists(u, l == users))', 500_000, 2_000_000],
  ['[users].exists(l, l.exists(u, l == l))', 250_000, 1e6],
  ['kind.split("").exists(c, c == "b")', 640_000, 1e8],
  ['users.exists(u, kind.contains(u))', 5_000_000, 1e9],
])('[BPM-03] knows before what a condition may have to do: %s', (source, least, most) => {
  const { workIn } = parseExpression(source)
  const isOfTexts = source.includes('kind')
  const given = isOfTexts ? { users: people, kind: text, other: text } : { users: people }
  const work = workIn(scope({ ...given, others: people, amount: 1 }))
  expect(work).toBeGreaterThanOrEqual(least)
  expect(work).toBeLessThanOrEqual(most)
})
