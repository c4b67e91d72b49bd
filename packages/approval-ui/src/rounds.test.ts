import { expect, it } from 'vitest'
import { toRounds } from './rounds.ts'
import { timeline } from './testing/answers.ts'

it('[BPM-22] tells rounds apart and what was changed between them', () => {
  const rounds = toRounds(timeline)
  expect(rounds.map(({ number, items, changed }) => [number, items.length, changed])).toEqual([
    [1, 3, []],
    [2, 3, ['amount', 'reason']],
  ])
})

it('counts no change from before the return', () => {
  const [started, returned, updated, ...rest] = timeline
  if (!started || !returned || !updated) throw new Error('the fixture is too short')
  const moved = { ...updated, details: { names: ['travelDate'] } }
  const rounds = toRounds([started, moved, returned, ...rest])
  expect(rounds.at(1)?.changed).toEqual([])
})

it('has no rounds without anything that happened', () => {
  expect(toRounds([])).toEqual([])
})
