import { expect, it } from 'vitest'
import { retryPauseSeconds } from './retry-pause.ts'

it.each([
  [0, 5],
  [1, 10],
  [9, 2560],
  [10, 3600],
  [10_000, 3600],
])('after %i tries that failed one rests %i seconds', (attempts, seconds) => {
  expect(retryPauseSeconds(attempts)).toBe(seconds)
})
