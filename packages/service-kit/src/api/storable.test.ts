import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { findUnstorable } from './storable.ts'

it.each([
  ['a\0b', ''],
  [{ title: 'a\0' }, '/title'],
  [{ list: ['fine', '\ud800'] }, '/list/1'],
  [{ 'a/b': { c: '\udc00x' } }, '/a~1b/c'],
  [{ inner: { 'na\0me': 1 } }, '/inner'],
])('points at what cannot be stored in %j', (value, pointer) => {
  expect(findUnstorable(value, '').map((fault) => fault.pointer)).toEqual([pointer])
})

it('takes everything else, whole surrogate pairs and depth included', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 100_000; level++) deep = [deep]

  expect(findUnstorable({ a: '😀', b: [1, null, true, 'ü\n'], deep }, '')).toEqual([])
})

it('is bounded by what it is given: faults, and pointers as long as a sender likes', () => {
  const wrong = Array.from({ length: 60_000 }, () => '\0')
  const before = process.cpuUsage()

  expect(findUnstorable(wrong, '')).toHaveLength(20)
  expect(findUnstorable({ ['a'.repeat(500_000)]: wrong }, '')).toHaveLength(1)
  const names = Object.fromEntries(wrong.map((text, at) => [text + String(at), 1]))
  expect(findUnstorable({ ['a'.repeat(500_000)]: names }, '')).toHaveLength(1)

  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(500)
})

it('lets bytes and streams pass', () => {
  expect(findUnstorable({ bytes: Buffer.from('a\0'), stream: new Readable() }, '')).toEqual([])
})
