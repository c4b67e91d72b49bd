import { expect, it } from 'vitest'
import { createShares } from './shares.ts'

it('gives each agent its share, and says when there is one again', () => {
  let now = 5_000
  const ask = createShares(2, () => now)
  expect([ask('a'), ask('a'), ask('b')]).toEqual([0, 0, 0])
  now += 45_000
  expect([ask('a'), ask('b'), ask('b')]).toEqual([15_000, 0, 15_000])
  now += 15_000
  expect([ask('a'), ask('b')]).toEqual([0, 0])
})
