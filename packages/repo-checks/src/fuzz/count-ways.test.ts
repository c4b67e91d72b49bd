import { createContext, runInContext } from 'node:vm'
import { stripTypeScriptTypes } from 'node:module'
import { expect, it } from 'vitest'
import { countWays } from './count-ways.ts'
import { COUNTERS } from './ways.ts'

const source = `
function pick(a: number, b?: string): unknown {
  'use strict'
  if (a > 1) return b ?? 'none'
  else if (a === 1) { return a ? { a } : [] }
  for (const one of [1, 2]) if (one === 2) break
  do a += 1; while (a < 1)
  const add = (x: number) => x + a, make = () => ({ made: add(1) as number })
  switch (b) {
    case 'first':
    case 'second': return make()
    default:
  }
  try { return (() => { throw new Error('no') })() } catch { return a && b || /^abc-def$/.test(String(b)) }
}
`
const calls = ['pick(2)', 'pick(2, "b")', 'pick(1)', 'pick(0, "second")', 'pick(0, "x")', 'pick(0)']

function run(code: string): { readonly answers: string; readonly counted: readonly number[] } {
  const counters = Array.from({ length: 200 }, () => 0)
  const context = createContext({ [COUNTERS]: counters })
  const script = `${stripTypeScriptTypes(code)};JSON.stringify([${calls.join()}])`
  return { answers: runInContext(script, context) as string, counted: counters }
}

it('leaves what the code does as it was', () => {
  const { source: counted } = countWays('x.ts', source, 7)
  expect(run(counted).answers).toBe(run(source).answers)
  expect(counted.split('\n')).toHaveLength(source.split('\n').length)
})

it('counts each way that is gone under a number of its own, from the first that it was given', () => {
  const { source: counted, ways } = countWays('x.ts', source, 7)
  const { counted: counts } = run(counted)
  expect(counts.slice(0, 7).every((count) => count === 0)).toBe(true)
  const own = counts.slice(7, 7 + ways)
  expect(counts.slice(7 + ways).every((count) => count === 0)).toBe(true)
  // As often as the function was called.
  expect(own[0]).toBe(calls.length)
  expect(own.filter((count) => count > 0).length).toBeGreaterThan(15)
})

it('learns the texts that the code looks for', () => {
  const { words } = countWays('x.ts', source, 0)
  expect(words).toEqual(expect.arrayContaining(['none', 'first', 'second', 'abc-def']))
})

it('refuses what is no code', () => {
  expect(() => countWays('x.ts', 'function (', 0)).toThrow('x.ts')
})
