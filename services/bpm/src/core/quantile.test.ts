import { expect, it } from 'vitest'
import { quantileOf } from './quantile.ts'

it.each([
  [[], 0.5, 0],
  [[7], 0.9, 7],
  [[1, 2, 3], 0.5, 2],
  [[1, 2], 0.5, 1.5],
  [[0, 10, 20, 30, 40], 0.9, 36],
  [[0, 10], 0, 0],
  [[0, 10], 1, 10],
])('of %j at %f is %f, as percentile_cont has it', (sorted, part, expected) => {
  expect(quantileOf(sorted, part)).toBeCloseTo(expected, 10)
})
