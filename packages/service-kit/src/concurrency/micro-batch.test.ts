import { expect, it } from 'vitest'
import { createMicroBatch, type MicroBatchOptions } from './micro-batch.ts'

const refusal = () => Object.assign(new Error('out of range'), { code: '22003' })

/** Doubles numbers and refuses negative ones; keeps what each call was made for. */
function createDoubling(options?: MicroBatchOptions<number>) {
  const calls: number[][] = []
  const gate = Promise.withResolvers<void>()
  const double = createMicroBatch(async (items: readonly number[]) => {
    calls.push([...items])
    await gate.promise
    if (items.some((item) => item < 0)) throw refusal()
    return items.map((item) => item * 2)
  }, options)
  return { calls, double, open: gate.resolve }
}

it('does once what comes together, and answers each', async () => {
  const { calls, double, open } = createDoubling()
  open()
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(calls).toEqual([[1, 2, 3]])
})

it('gathers while a call is under way, up to a size', async () => {
  const { calls, double, open } = createDoubling({ most: 64 })
  const first = double(0)
  await expect.poll(() => calls).toEqual([[0]])
  const rest = Array.from({ length: 100 }, (_, item) => double(item))
  open()
  await Promise.all([first, ...rest])
  expect(calls.map(({ length }) => length)).toEqual([1, 64, 36])
})

it('makes as many calls at once as it may', async () => {
  const { calls, double, open } = createDoubling({ atOnce: 2 })
  const first = double(1)
  await expect.poll(() => calls).toEqual([[1]])
  const second = double(2)
  await expect.poll(() => calls).toEqual([[1], [2]])
  const others = [3, 4].map(double)
  open()
  expect(await Promise.all([first, second, ...others])).toEqual([2, 4, 6, 8])
  expect(calls).toEqual([[1], [2], [3, 4]])
})

it('keeps those apart that must not share a call', async () => {
  const { calls, double, open } = createDoubling({ apart: String })
  open()
  expect(await Promise.all([1, 2, 1, 1].map(double))).toEqual([2, 4, 2, 2])
  expect(calls).toEqual([[1, 2], [1], [1]])
})

it('fails alone what the database refuses', async () => {
  const { double, open } = createDoubling()
  open()
  const outcomes = await Promise.allSettled([1, -2, 3].map(double))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('fails all when there is no database, without asking again for each', async () => {
  let calls = 0
  const ask = createMicroBatch<number, number>(() => {
    calls += 1
    return Promise.reject(new Error('the connection was lost'))
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map(ask))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(calls).toBe(1)
})
