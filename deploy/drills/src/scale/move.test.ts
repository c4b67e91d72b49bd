import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { simulateMove, type Mortal, type MoveOptions } from './move.ts'

const mortals: readonly Mortal[] = ['old', 'new', 'copier', 'mover']
const usual: MoveOptions = {
  writesPerSecond: 20,
  writeSeconds: 0.05,
  applySeconds: 0.01,
  behind: 100,
  awaySeconds: 3,
  deaths: [],
  patienceSeconds: 10,
  seconds: 40,
}
const run = (more: Partial<MoveOptions>, seed = 1) =>
  simulateMove({ ...usual, ...more }, createRandom(seed))

const anyDeath = fc.record({
  // Most while it is closed: a move without deaths is through after some seconds.
  at: fc.oneof(
    fc.double({ min: 0, max: 4, noNaN: true }),
    fc.double({ min: 0, max: 30, noNaN: true }),
  ),
  who: fc.constantFrom(...mortals),
})

describe('the move of a tenant', () => {
  it('loses nothing, takes nothing twice and keeps the numbers, whoever dies and when', () => {
    const shape = {
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      deaths: fc.array(anyDeath, { maxLength: 5 }),
      writesPerSecond: fc.constantFrom(0.5, 5, 40),
      writeSeconds: fc.constantFrom(0.01, 0.2),
      behind: fc.integer({ min: 0, max: 300 }),
      awaySeconds: fc.constantFrom(0.3, 3, 12),
    }
    fc.assert(
      fc.property(fc.record(shape), ({ seed, ...more }) => {
        expect(run(more, seed).faults).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('keeps writes waiting for a moment, and gives the same for the same seed', () => {
    const moved = run({})
    expect(moved).toMatchObject({ attempts: 1, faults: [] })
    expect(moved.acknowledged).toBeGreaterThan(500)
    expect(moved.refusedSeconds).toBeLessThan(2)
    expect(moved.slowestWriteSeconds).toBeLessThan(5)
    expect(run({})).toEqual(moved)
  })

  it('opens the old cell again where the copy is away for longer than people are to wait', () => {
    const deaths = Array.from({ length: 40 }, (_, index) => ({
      at: index / 10,
      who: 'copier' as const,
    }))
    const moved = run({ deaths, awaySeconds: 20, patienceSeconds: 4, seconds: 60 })
    expect(moved.faults).toEqual([])
    expect(moved.slowestWriteSeconds).toBeLessThan(8)
  })

  it.each([
    ['closing', {}],
    ['draining', { writeSeconds: 0.5, applySeconds: 0.005 }],
    ['comparing', { applySeconds: 0.02 }],
  ] as const)('would be seen to lose or double something without %s', (without, more) => {
    const faults = Array.from(
      { length: 20 },
      (_, seed) => run({ without, writesPerSecond: 40, ...more }, seed + 1).faults,
    ).flat()
    expect(faults.join('\n')).toMatch(/lost|both cells|twice|two contents/)
  })
})
