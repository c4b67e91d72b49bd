import { describe, expect, it } from 'vitest'
import { describeProgress, weigh } from './progress.ts'

describe('the progress of a run', () => {
  it('says how far it is and about how long it will take', () => {
    const line = describeProgress({
      files: 120,
      ofFiles: 290,
      tests: 1_800,
      share: 0.4,
      elapsedMs: 240_000,
    })
    expect(line).toBe('4:00  120 of 290 files, 1800 tests; about 6:00 left')
  })

  it('promises nothing after the first files', () => {
    const first = { files: 1, ofFiles: 290, tests: 4, share: 0.01, elapsedMs: 2_000 }
    expect(describeProgress(first)).toBe('0:02  1 of 290 files, 4 tests')
  })

  it('goes by what files took the last time', () => {
    const weights = weigh([
      { durationMs: 9_000, sizeBytes: 10, atOnce: 1 },
      { durationMs: 1_000, sizeBytes: 90, atOnce: 1 },
    ])
    expect(weights).toEqual([9_000, 1_000])
  })

  it('goes by the size of a file that never ran, as others of that size took', () => {
    const weights = weigh([
      { durationMs: 4_000, sizeBytes: 100, atOnce: 1 },
      { durationMs: undefined, sizeBytes: 50, atOnce: 1 },
    ])
    expect(weights).toEqual([4_000, 2_000])
  })

  it('lets a file that runs alone count for more than one of two at once', () => {
    const weights = weigh([
      { durationMs: undefined, sizeBytes: 100, atOnce: 2 },
      { durationMs: undefined, sizeBytes: 100, atOnce: 1 },
    ])
    expect(weights).toEqual([50, 100])
  })
})
