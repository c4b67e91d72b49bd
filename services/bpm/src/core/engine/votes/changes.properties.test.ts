// No vote is counted on content that its person did not see since the owner has changed it, unless the node says keep. What
// approvers write asks nobody again (docs/bpm/values.md, "What a change leaves as it is").
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { met, playChanges } from '../testing/change-oracle.testing.ts'

// The long run: CHANGE_CASES=1000000 CHANGE_SEED=14 (docs/bpm/values.md, "`change`: when values change").
const cases = Number(process.env['CHANGE_CASES'] ?? 3_000)
const seed = process.env['CHANGE_SEED']

it(
  `counts no vote on values that its person did not see, unless the node says keep: ${cases} cases`,
  () => {
    const numbers = fc.array(fc.nat(1000), { minLength: 80, maxLength: 240, size: 'max' })
    fc.assert(fc.property(numbers, playChanges), {
      numRuns: cases,
      // What it shrinks to says less than the case itself, and takes minutes.
      endOnFailure: true,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
    })
    // Each of these came up: else the cases say nothing of it.
    const ways = ['asked again', 'skipped', 'kept', 'approved', 'undone', 'change_refused']
    for (const what of [...ways, 'takeBack', 'resubmit', 'addSign', 'jump']) {
      expect([what, (met.get(what) ?? 0) > 20]).toEqual([what, true])
    }
  },
  60_000 + cases * 10,
)
