import { expect, it } from 'vitest'
import { isDay, mergeProperties, readPropertyFilter } from './property.ts'

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2026-13-01', false],
  ['0000-00-00', false],
])('knows whether %s is a day', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

it('changes what is named, takes null away, and keeps the rest', () => {
  const before = { a: { type: 'text', value: 'x' }, b: { type: 'number', value: 1 } } as const
  const c = { type: 'boolean', value: false } as const
  expect(mergeProperties(before, { a: null, c, d: null })).toEqual({ b: before.b, c })
})

it.each([
  ['no:7', ['text', 'number']],
  ['no:1:2', ['text']],
  ['due:2026-02-28', ['text', 'date']],
  ['paid:true', ['text', 'boolean']],
  ['no:', ['text']],
])('reads %s as %j', (filter, types) => {
  const meanings = readPropertyFilter(filter)
  expect(meanings.map((each) => Object.values(each)[0]?.type)).toEqual(types)
})
