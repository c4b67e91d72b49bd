// Nobody ever holds or decides a seat that the policy refuses.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hits, playCase } from '../testing/seat-oracle.testing.ts'

// The long run: SEAT_CASES=1000000 SEAT_SEED=14 (docs/bpm/people.md, "Who may have a seat").
const cases = Number(process.env['SEAT_CASES'] ?? 3_000)
const seed = process.env['SEAT_SEED']

it(
  `never gives a seat to whom the policy keeps out, nor lets them decide: ${cases} cases`,
  () => {
    const numbers = fc.array(fc.nat(1000), { minLength: 60, maxLength: 200, size: 'max' })
    fc.assert(fc.property(numbers, playCase), {
      numRuns: cases,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
    })
    // Each rule was met, and each way was gone.
    for (const what of ['onInitiator', 'separation', 'oneSeat', 'duplicates']) {
      expect([what, (hits.get(what) ?? 0) > 20]).toEqual([what, true])
    }
    const ways = [
      'transfer',
      'delegate',
      'addSign',
      'claim',
      'jump',
      'fireTimer',
      'takeBack',
      'resubmit',
    ]
    for (const way of ways) expect([way, (hits.get(way) ?? 0) > 20]).toEqual([way, true])
  },
  60_000 + cases * 10,
)
