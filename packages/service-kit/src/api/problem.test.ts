import { expect, it } from 'vitest'
import { Problem } from './problem.ts'

const faults = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    pointer: `/variables/${index}`,
    code: 'undeclared',
    detail: 'the business type declares no such name',
  }))
const bodyOf = (count: number) =>
  new Problem(
    'bpm.variables_invalid',
    { status: 422, title: 'No' },
    { errors: faults(count) },
  ).toBody()

it('lists a hundred faults, and says how many there are', () => {
  expect(bodyOf(100)).toMatchObject({ errors: faults(100) })
  expect(bodyOf(100)).not.toHaveProperty('errorCount')
  expect(bodyOf(40_000)).toMatchObject({ errors: faults(100), errorCount: 40_000 })
})
