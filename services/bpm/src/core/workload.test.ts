import { expect, it } from 'vitest'
import { toWorkload } from './workload.ts'

const person = (decided: number, backlog: number, medianSeconds = 0) => ({
  decided,
  backlog,
  medianSeconds,
})

it('says nothing of fewer than five people, who could be guessed', () => {
  expect(toWorkload([person(1, 0), person(2, 0), person(3, 0), person(4, 0)])).toBeNull()
  expect(toWorkload([])).toBeNull()
})

it('says how much half of the people have, and nine of ten', () => {
  const four = [person(10, 0, 60), person(20, 1, 120), person(30, 2), person(40, 9)]
  const spread = { median: 20, p90: 36 }
  expect(toWorkload([...four, person(0, 3)])).toEqual({
    people: 5,
    decided: spread,
    backlog: { median: 2, p90: expect.closeTo(6.6) },
    // Four decided.
    medianSeconds: null,
  })
  expect(toWorkload([...four, person(0, 3), person(5, 3, 30)])).toMatchObject({
    people: 6,
    // Of those who decided: 0, 0, 30, 60, 120.
    medianSeconds: { median: 30, p90: expect.closeTo(96) },
  })
})
