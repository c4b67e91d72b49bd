import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { boxOf, middleOf, wrapName } from './geometry.ts'

const shape = { id: 'a', name: '', kind: 'task', sign: '', label: undefined } as const

it('holds every shape and every point', () => {
  const box = boxOf({
    shapes: [{ ...shape, x: -50, y: 10, width: 100, height: 80 }],
    edges: [{ id: 'e', name: '', points: [{ x: 300, y: 400 }] }],
  })
  expect(box.x).toBeLessThan(-50)
  expect(box.y).toBeLessThan(10)
  expect(box.x + box.width).toBeGreaterThan(300)
  expect(box.y + box.height).toBeGreaterThan(400)
})

it('is empty without anything drawn', () => {
  expect(boxOf({ shapes: [], edges: [] })).toEqual({ x: 0, y: 0, width: 0, height: 0 })
})

it('finds the middle of the longest part of a flow', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: 10 },
    { x: 100, y: 10 },
  ]
  expect(middleOf(points)).toEqual({ x: 50, y: 10 })
  expect(middleOf([])).toBeUndefined()
})

it.for([
  ['Manager approval', 10, 3, ['Manager', 'approval']],
  ['财务会签审批', 8, 3, ['财务会签', '审批']],
  ['one two three four', 5, 2, ['one', 'two…']],
  ['Verwaltungsgericht', 10, 3, ['Verwaltung', 'sgericht']],
  ['', 10, 3, []],
] as const)('wraps %s at %i in %i rows', ([name, columns, rows, lines]) => {
  expect(wrapName(name, columns, rows)).toEqual(lines)
})

it('never gives more rows than there is room for', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 2, max: 30 }),
      fc.integer({ min: 1, max: 4 }),
      (name, columns, rows) => {
        expect(wrapName(name, columns, rows).length).toBeLessThanOrEqual(rows)
      },
    ),
  )
})
