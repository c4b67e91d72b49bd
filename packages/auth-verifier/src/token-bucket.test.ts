import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

describe('createTokenBucket', () => {
  it('never permits more than the burst and one for each interval', () => {
    const steps = fc.array(fc.nat(3000), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), steps, (capacity, pauses) => {
        let elapsed = 0
        const elapsedMs = () => elapsed
        const bucket = createTokenBucket({ capacity, refillMs: 1000, elapsedMs })
        let taken = 0
        for (const pause of pauses) {
          elapsed += pause
          if (bucket.take()) taken++
        }
        expect(taken).toBeLessThanOrEqual(capacity + elapsed / 1000)
      }),
    )
  })

  it('tells how long to wait', () => {
    let elapsed = 0
    const bucket = createTokenBucket({ capacity: 1, refillMs: 1000, elapsedMs: () => elapsed })
    expect([bucket.isFull(), bucket.waitMs(), bucket.take()]).toEqual([true, 0, true])
    elapsed = 300
    expect([bucket.isFull(), bucket.waitMs(), bucket.take()]).toEqual([false, 700, false])
    elapsed = 1000
    expect([bucket.isFull(), bucket.waitMs(), bucket.take()]).toEqual([true, 0, true])
  })
})
