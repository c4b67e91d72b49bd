import { describe, expect, it } from 'vitest'
import { edgesAt } from './edges.ts'
import { groupOf, sizesOf, toGroups } from './groups.ts'

// Moments of the reader's zone, whichever the tests run in.
const local = (...at: [number, number, number, number, number]) => new Date(...at)
const iso = (...at: Parameters<typeof local>) => local(...at).toISOString()

describe('what is due when', () => {
  // A Wednesday.
  const edges = edgesAt(new Date(2026, 10, 25, 14, 30, 45, 123))

  it.each([
    [iso(2026, 10, 25, 14, 29), 'overdue'],
    [iso(2026, 10, 25, 14, 30), 'today'],
    [iso(2026, 10, 25, 23, 59), 'today'],
    [iso(2026, 10, 26, 0, 0), 'week'],
    [iso(2026, 10, 29, 23, 59), 'week'],
    [iso(2026, 10, 30, 0, 0), 'later'],
    [null, 'none'],
  ])('%s is in the group %s', (dueAt, group) => {
    expect(groupOf(dueAt, edges)).toBe(group)
  })

  it('on a Sunday has no rest of the week', () => {
    const { endOfDay, endOfWeek } = edgesAt(local(2026, 10, 29, 9, 0))
    expect(endOfWeek).toBe(endOfDay)
  })
})

it('counts the groups of a list, and leaves out those that have nothing', () => {
  const edges = edgesAt(local(2026, 10, 25, 14, 30))
  const rows = [
    { dueAt: iso(2026, 10, 20, 8, 0) },
    { dueAt: iso(2026, 10, 24, 8, 0) },
    { dueAt: iso(2026, 11, 24, 8, 0) },
    { dueAt: null },
  ]
  expect(toGroups(rows, edges)).toEqual([
    { name: 'overdue', start: 0, read: 2 },
    { name: 'later', start: 2, read: 1 },
    { name: 'none', start: 3, read: 1 },
  ])
})

it('has the sizes that the service has counted between the same edges', () => {
  expect(sizesOf({ before: [1, 2, 3], later: 4, none: 5 })).toEqual({
    overdue: 1,
    today: 2,
    week: 3,
    later: 4,
    none: 5,
  })
})
