import { expect, it } from 'vitest'
import { addedPeople, knownPeople, matchPeople } from './people.ts'
import { aTask, forecast, ids, people, timeline } from './testing/answers.ts'

it('knows everybody whom the approval names, once, and no service', () => {
  const known = knownPeople({ task: aTask(), timeline, forecast })
  expect(known.map(({ name }) => name)).toEqual([
    'Erin Moss',
    'Felix Okafor',
    'Mara Lindqvist',
    '王芳',
  ])
})

it('finds whom the holder has added and not taken back', () => {
  const known = Object.values(people)
  expect(addedPeople('T-1', timeline, known)).toEqual([people.finance2])
  expect(addedPeople('T-2', timeline, known)).toEqual([])
  const last = timeline.at(-1)
  if (last === undefined) throw new Error('the fixture is empty')
  const removed = { ...last, action: 'remove-sign', details: { users: [ids.finance2] } }
  expect(addedPeople('T-1', [...timeline, removed], known)).toEqual([])
})

it('matches parts of names in any case, without those chosen', () => {
  const all = Object.values(people)
  expect(matchPeople(all, ' FEL', [])).toEqual([people.finance1])
  expect(matchPeople(all, '', [people.finance1, people.manager])).toEqual([
    people.employee,
    people.finance2,
  ])
})
