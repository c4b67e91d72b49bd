import { expect, it } from 'vitest'
import { mailRetryDelayMs } from './retry.ts'

it('waits longer and longer, up to half an hour', () => {
  expect([1, 2, 3, 7, 99].map(mailRetryDelayMs)).toEqual([
    30_000, 60_000, 120_000, 1_800_000, 1_800_000,
  ])
})
