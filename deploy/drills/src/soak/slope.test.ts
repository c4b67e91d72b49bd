import { describe, expect, it } from 'vitest'
import { judge, medianOf, percentile } from './slope.ts'

const series = (values: readonly number[], slack = 1, minutesEach = 1) => ({
  name: 'x',
  unit: 'MiB',
  slack,
  minutesEach,
  values,
})
const minutes = (count: number, valueAt: (minute: number) => number) =>
  Array.from({ length: count }, (_, minute) => valueAt(minute))

describe('a value over time', () => {
  it('is flat where it swings, whatever its first minutes and a few of the others are', () => {
    const values = minutes(40, (at) => (at < 10 ? at * 50 : 500 + (at % 3)))
    const judged = judge(series(values.with(20, 5000).with(33, 0)))
    expect(judged).toMatchObject({ isFlat: true, median: 501 })
  })

  it('is not where the minutes after the first quarter add more than a tenth', () => {
    // 29 minutes lie between the 30 that are counted.
    expect(judge(series(minutes(40, (at) => 500 + at * 2)))).toMatchObject({
      isFlat: false,
      added: 58,
      perHour: 120,
      most: expect.closeTo(54.9),
    })
    expect(judge(series(minutes(40, (at) => 500 + at))).isFlat).toBe(true)
  })

  it('may grow by its slack where it is small, and shrink as it likes', () => {
    expect(
      judge(
        series(
          minutes(40, (at) => 1 + at / 29),
          1.1,
        ),
      ).isFlat,
    ).toBe(true)
    expect(
      judge(
        series(
          minutes(40, (at) => 1 + at / 29),
          0.9,
        ),
      ).isFlat,
    ).toBe(false)
    expect(judge(series(minutes(40, (at) => 900 - at * 10))).isFlat).toBe(true)
  })

  it('adds as much in an hour whatever lies between its values', () => {
    expect(judge(series([1, 1, 6, 11, 16], 1, 5)).perHour).toBe(60)
  })

  it('is not flat when it was not measured', () => {
    expect(judge(series([])).isFlat).toBe(false)
    expect(judge(series([1, 2, NaN, 4, NaN])).isFlat).toBe(false)
  })
})

it('takes the median of an even number between the two in the middle', () => {
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
  expect(medianOf([3, 1, 2])).toBe(2)
  expect(medianOf([])).toBeNaN()
})

it('takes the largest for 99 of 100, as long as there are fewer', () => {
  expect(percentile([3, 1, 2], 0.99)).toBe(3)
  expect(
    percentile(
      minutes(200, (at) => at),
      0.99,
    ),
  ).toBe(198)
  expect(percentile([], 0.5)).toBeNaN()
})
