import { describe, expect, it } from 'vitest'
import { createLadder } from './ladder.ts'

describe('rows with heads among them', () => {
  const ladder = createLadder({ count: 10, rowHeightPx: 50, starts: [0, 3] })

  it('stand below the heads that come before them', () => {
    expect([0, 2, 3, 9].map(ladder.topOf)).toEqual([36, 136, 222, 522])
    expect(ladder.heightPx).toBe(572)
  })

  it('are found by their height, a head with the row before it', () => {
    expect([0, 36, 85, 86, 185, 186, 221, 222, 571].map(ladder.rowAt)).toEqual([
      0, 0, 0, 1, 2, 2, 2, 3, 9,
    ])
  })

  it('without heads follow from their number', () => {
    const plain = createLadder({ count: 3, rowHeightPx: 50, starts: [] })
    expect([plain.topOf(2), plain.rowAt(149), plain.heightPx]).toEqual([100, 2, 150])
  })
})
