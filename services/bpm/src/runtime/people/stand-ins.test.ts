import { expect, it } from 'vitest'
import { follow } from './stand-ins.ts'

const colleagues = Array.from({ length: 21 }, (_, at) => `c${at}`)

it.each([
  ['nobody is away', {}, []],
  ['one stands in', { a: ['b'] }, ['b']],
  ['who stands in is away, too', { a: ['b', 'd'], b: ['c'] }, ['c', 'd']],
  ['two lead to the same', { a: ['b', 'c'], b: ['d'], c: ['d', 'e'] }, ['d', 'e']],
  ['a circle', { a: ['b'], b: ['a'] }, []],
  ['a circle with a way out', { a: ['b'], b: ['a', 'c'] }, ['c']],
])('follows those who stand in: %s', (_, delegates, reached) => {
  expect(follow('a', new Map(Object.entries(delegates)))).toEqual(reached)
})

it('follows everybody once where all stand in for each other', () => {
  const asked: string[] = []
  const each = new Map(colleagues.map((id) => [id, colleagues.filter((other) => other !== id)]))
  const delegates = {
    get: (id: string) => (asked.push(id), each.get(id)),
  } as unknown as ReadonlyMap<string, readonly string[]>
  follow('c0', delegates)
  expect(asked.length).toBeLessThan(21 * 21 * 2)
})
