import { expect, it } from 'vitest'
import { asksTheSame, toFilter, toSearch, withFilter, withoutFilter } from './filter.ts'

const contracts = { name: 'Contracts', box: 'todo', bizType: 'contract', overdue: true } as const
const porto = { name: 'Porto', box: 'done', q: 'porto' } as const

it.each([contracts, porto])('$name leads to an address that asks for the same', (filter) => {
  expect(toFilter(filter.name, toSearch(filter))).toEqual(filter)
})

it('is the same whatever it is called, and leaves out the open task', () => {
  const now = toFilter('', { bizType: 'contract', overdue: true, task: 'T-1' })
  expect(asksTheSame(now, contracts)).toBe(true)
  expect(asksTheSame(now, { ...contracts, box: 'waiting' })).toBe(false)
  expect(asksTheSame(now, { ...contracts, q: 'x' })).toBe(false)
})

it('takes the place of one with its name, and goes alone', () => {
  const later = { ...contracts, q: 'later' }
  expect(withFilter([contracts, porto], later)).toEqual([later, porto])
  expect(withFilter([contracts], porto)).toEqual([contracts, porto])
  expect(withoutFilter([contracts, porto], contracts)).toEqual([porto])
})
