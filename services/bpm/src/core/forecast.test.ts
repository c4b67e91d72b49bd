import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectAll, FEWEST_APPROVALS, foretell, type Visit } from './forecast.ts'
import { quantileOf } from './quantile.ts'

const hour = 3600

/** Visits of so many approvals to a step, the first an hour long, each an hour longer than the one before. */
const visitsTo = (node: string | null, count: number, people = 5): readonly Visit[] =>
  Array.from({ length: count }, (_, index) => ({
    instanceId: `a${index}`,
    node,
    seconds: (index + 1) * hour,
    people: [`p${index % people}`],
  }))

const whole = { node: null, seconds: 0 }

describe('a forecast', () => {
  it('tells by the step what is left of those that took at least as long', () => {
    const visits = [...visitsTo('a', 61), ...visitsTo(null, 99)]
    expect(foretell(visits, whole, [{ node: 'a', seconds: 0 }], 1)).toEqual({
      kind: 'forecast',
      medianSeconds: 31 * hour,
      p90Seconds: 55 * hour,
      node: 'a',
      approvals: 61,
    })
    // Of 61 hours those of 21 and more remain, 41 of them: half of them have 20 hours left.
    expect(foretell(visits, whole, [{ node: 'a', seconds: 20 * hour }], 1)).toMatchObject({
      medianSeconds: 21 * hour,
      approvals: 41,
    })
  })

  it('tells by the process where too few passed the step, and nothing below the least', () => {
    const step = [{ node: 'a', seconds: hour }]
    const few = visitsTo('a', FEWEST_APPROVALS - 1)
    const outcome = foretell([...few, ...visitsTo(null, FEWEST_APPROVALS)], whole, step, 1)
    expect(outcome).toMatchObject({ kind: 'forecast', node: null, approvals: FEWEST_APPROVALS })
    expect(foretell(few, whole, step, 1)).toEqual({ kind: 'none', reason: 'too_few' })
    expect(foretell([], whole, [], 1)).toEqual({ kind: 'none', reason: 'too_few' })
  })

  it('does not foretell what takes longer than nearly all before', () => {
    const step = [{ node: 'a', seconds: 90 * hour }]
    expect(foretell(visitsTo('a', 99), whole, step, 1)).toEqual({
      kind: 'none',
      reason: 'longer_than_usual',
    })
  })

  it('counts approvals, not visits: one that came back often is one', () => {
    const again = visitsTo('a', 99).map((visit) => ({ ...visit, instanceId: 'one' }))
    expect(foretell(again, whole, [{ node: 'a', seconds: 0 }], 1)).toMatchObject({ kind: 'none' })
  })

  it('is not made of what fewer people decided than may be told of', () => {
    const visits = visitsTo('a', 60, 4)
    const step = [{ node: 'a', seconds: 0 }]
    expect(foretell(visits, whole, step, 5)).toEqual({ kind: 'none', reason: 'too_few' })
    expect(foretell(visits, whole, step, 4)).toMatchObject({ kind: 'forecast' })
  })

  it('is not made of what few took long for, however many decided the others', () => {
    const slow = visitsTo('a', 40, 1).map((visit) => ({
      ...visit,
      seconds: visit.seconds + 99 * hour,
    }))
    const fast = visitsTo('a', 60).map((visit) => ({
      ...visit,
      instanceId: `f${visit.instanceId}`,
    }))
    const step = [{ node: 'a', seconds: 80 * hour }]
    const visits = [...fast, ...slow]
    expect(foretell(visits, whole, step, 5)).toEqual({ kind: 'none', reason: 'too_few' })
    expect(foretell(visits, whole, step, 1)).toMatchObject({ kind: 'forecast', approvals: 40 })
  })

  it('is that of the later of several open steps', () => {
    const slow = visitsTo('b', 60).map((visit) => ({ ...visit, seconds: visit.seconds * 10 }))
    const steps = [
      { node: 'a', seconds: 0 },
      { node: 'b', seconds: 0 },
    ]
    const visits = [...visitsTo('a', 60), ...slow]
    expect(foretell(visits, whole, steps, 1)).toMatchObject({ node: 'b' })
    expect(foretell(visits, whole, steps.toReversed(), 1)).toMatchObject({ node: 'b' })
  })
})

const someVisits = fc
  .array(fc.integer({ min: 0, max: 60 * 86_400 }), { minLength: FEWEST_APPROVALS, maxLength: 200 })
  .map((all): readonly Visit[] =>
    all.map((seconds, index) => ({ instanceId: `a${index}`, node: 'a', seconds, people: ['p'] })),
  )
const someDecided = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 9 })), {
    minLength: 4 * FEWEST_APPROVALS,
    maxLength: 200,
  })
  .map((all): readonly Visit[] =>
    all.map(([seconds, person], index) => {
      // What takes longest is always of the same few.
      const people = [seconds > 50 ? `p${person % 3}` : `p${person}`]
      return { instanceId: `a${index}`, node: 'a', seconds, people }
    }),
  )
const someSeconds = fc.integer({ min: 0, max: 70 * 86_400 })

describe('any forecast', () => {
  it('lies within what was seen, and later for nine of ten than for half', () => {
    fc.assert(
      fc.property(someVisits, someSeconds, (visits, seconds) => {
        const outcome = foretell(visits, whole, [{ node: 'a', seconds }], 1)
        const left = visits.map((visit) => visit.seconds - seconds).filter((one) => one > 0)
        expect(outcome.kind).toBe(left.length < FEWEST_APPROVALS ? 'none' : 'forecast')
        if (outcome.kind === 'none') return
        expect(outcome.approvals).toBe(left.length)
        expect(outcome.medianSeconds).toBeGreaterThanOrEqual(Math.min(...left))
        expect(outcome.p90Seconds).toBeGreaterThanOrEqual(outcome.medianSeconds)
        expect(outcome.p90Seconds).toBeLessThanOrEqual(Math.max(...left))
      }),
    )
  })

  it('is made of what at least so many people decided', () => {
    fc.assert(
      fc.property(
        someDecided,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 6 }),
        (visits, seconds, fewestPeople) => {
          const outcome = foretell(visits, whole, [{ node: 'a', seconds }], fewestPeople)
          if (outcome.kind === 'none') return
          const behind = visits.filter((visit) => visit.seconds > seconds)
          const people = new Set(behind.flatMap((visit) => visit.people))
          expect(people.size).toBeGreaterThanOrEqual(fewestPeople)
        },
      ),
    )
  })

  it('expects as many as wait, and the same as a count of their likes', () => {
    fc.assert(
      fc.property(someVisits, fc.array(someSeconds, { maxLength: 50 }), (visits, waited) => {
        const expected = expectAll(visits, waited)
        if (expected === undefined) throw new Error('thirty are enough')
        const { withinADay, withinAWeek, later, unknown } = expected
        expect(withinADay + withinAWeek + later + unknown).toBeCloseTo(waited.length, 6)
        const within = waited.map((seconds) => {
          const likes = visits.filter((visit) => visit.seconds > seconds)
          if (likes.length < FEWEST_APPROVALS) return 0
          return likes.filter((visit) => visit.seconds <= seconds + 86_400).length / likes.length
        })
        expect(withinADay).toBeCloseTo(
          within.reduce((sum, one) => sum + one, 0),
          6,
        )
      }),
    )
  })

  it('expects nothing of a step that too few passed', () => {
    expect(expectAll(visitsTo('a', FEWEST_APPROVALS - 1), [hour])).toBeUndefined()
  })
})

it('takes quantiles between the values around them, and 0 of none', () => {
  expect([0, 0.5, 0.75, 1].map((part) => quantileOf([1, 2, 4, 10], part))).toEqual([1, 3, 5.5, 10])
  expect(quantileOf([], 0.5)).toBe(0)
})
