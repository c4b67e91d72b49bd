import { describe, expect, it } from 'vitest'
import { createGrouped } from './grouped.ts'

describe('grouped work', () => {
  it('is done once for those that come together, and answered to each', async () => {
    const groups: number[][] = []
    const double = createGrouped(async (items: readonly number[]) => {
      groups.push([...items])
      return items.map((item) => item * 2)
    })
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
    expect(groups).toEqual([[1, 2, 3]])
  })

  it('gathers the next group while one is on its way, and none grows without bound', async () => {
    const sizes: number[] = []
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const work = createGrouped(async (items: readonly number[]) => {
      sizes.push(items.length)
      await gate
      return items
    })
    const first = work(0)
    await expect.poll(() => sizes).toEqual([1])
    const rest = Array.from({ length: 100 }, (_, i) => work(i))
    open()
    await Promise.all([first, ...rest])
    expect(sizes).toEqual([1, 64, 36])
  })

  it('fails the bad one alone', async () => {
    const work = createGrouped(async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('two')
      return items
    })
    const outcomes = await Promise.allSettled([1, 2, 3].map(work))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
