import { describe, expect, it } from 'vitest'
import { aTask } from '../../testing/samples.ts'
import {
  afterRow,
  chosenTasks,
  meantTasks,
  nextRow,
  noneChosen,
  toggled,
  without,
} from './selection.ts'

const [a, b, c] = [aTask('a'), aTask('b'), aTask('c')]
const rows = [a, b, c]
const nowhere = { openTask: undefined, cursor: -1 }

describe('the next row', () => {
  it.each([
    ['from no row down', undefined, -1, 1, 0],
    ['from no row up', undefined, -1, -1, 0],
    ['down', undefined, 0, 1, 1],
    ['up', undefined, 2, -1, 1],
    ['not beyond the last', undefined, 2, 1, 2],
    ['not before the first', undefined, 0, -1, 0],
    ['from the open task, not from the cursor', 'b', 0, 1, 2],
    ['from an open task that has left the list', 'gone', 2, 1, 0],
  ])('%s', (_, openTask, cursor, step, next) => {
    expect(nextRow(rows, { openTask, cursor }, step)).toBe(next)
  })

  it('of an empty list is its beginning', () => {
    expect(nextRow([], nowhere, 1)).toBe(0)
  })
})

describe('what is meant', () => {
  it.each([
    ['nothing', [], nowhere, []],
    ['the row at the cursor', [], { openTask: undefined, cursor: 1 }, [b]],
    ['the open task before the row at the cursor', [], { openTask: 'c', cursor: 1 }, [c]],
    ['the row at the cursor when the open task has left', [], { openTask: 'x', cursor: 1 }, [b]],
    [
      'the ticked tasks before all others, in their order',
      ['c', 'a'],
      { openTask: 'b', cursor: 1 },
      [a, c],
    ],
    ['the open task when what was ticked has left', ['x'], { openTask: 'b', cursor: -1 }, [b]],
  ])('is %s', (_, chosen, place, meant) => {
    expect(meantTasks(rows, new Set(chosen), place)).toEqual(meant)
  })
})

it('ticks and unticks one task, and leaves the others and the set before alone', () => {
  const one = toggled(noneChosen, a)
  const two = toggled(one, b)
  expect([...toggled(two, a)]).toEqual(['b'])
  expect([...two]).toEqual(['a', 'b'])
  expect(noneChosen.size).toBe(0)
  expect(toggled(two, undefined)).toBe(two)
})

it('takes what is decided from what is chosen, in the list or not', () => {
  expect([...without(new Set(['a', 'b', 'x']), [a, c])]).toEqual(['b', 'x'])
  expect(chosenTasks(rows, new Set(['b', 'x']))).toEqual([b])
})

it.each([
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'b'],
  ['gone', 'a'],
])('after %s comes %s', (done, next) => {
  expect(afterRow(rows, done)?.taskNo).toBe(next)
})

it('after the last of all comes nothing', () => {
  expect(afterRow([a], 'a')).toBeUndefined()
})
