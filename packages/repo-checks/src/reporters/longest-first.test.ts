import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { longest, orderByLength } from './longest-first.ts'

it('begins with the files that take minutes, the longest first, and leaves the others in their order', () => {
  const [first = '', second = ''] = longest
  expect(orderByLength(['/a/z.test.ts', `/a/${second}`, '/a/b.test.ts', `/a/${first}`])).toEqual([
    `/a/${first}`,
    `/a/${second}`,
    '/a/z.test.ts',
    '/a/b.test.ts',
  ])
})

it.each(longest)('%s is a file', (path) => {
  expect(existsSync(new URL(`../../../../${path}`, import.meta.url))).toBe(true)
})
