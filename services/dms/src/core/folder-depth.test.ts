import { describe, expect, it } from 'vitest'
import { depthOf, fitsBelow, heightOf } from './folder-depth.ts'

const folders = [
  { id: 'top', parentId: null },
  { id: 'left', parentId: 'top' },
  { id: 'right', parentId: 'top' },
  { id: 'low', parentId: 'right' },
]

describe('the depth of folders', () => {
  it.each([
    ['top', 1, 3],
    ['left', 2, 1],
    ['right', 2, 2],
    ['low', 3, 1],
  ])('[DMS-07] of %s is %i, and it takes %i levels', (id, depth, height) => {
    expect([depthOf(id, folders), heightOf(id, folders)]).toEqual([depth, height])
  })

  it.each([
    [0, 64, true],
    [63, 1, true],
    [64, 1, false],
    [1, 64, false],
  ])('[DMS-07] at %i with %i more fits: %s', (depth, height, fits) => {
    expect(fitsBelow(depth, height)).toBe(fits)
  })

  it('is measured in a circle, too', () => {
    const circle = [
      { id: 'one', parentId: 'two' },
      { id: 'two', parentId: 'one' },
    ]
    expect([depthOf('one', circle), heightOf('one', circle)]).toEqual([65, 65])
  })
})
