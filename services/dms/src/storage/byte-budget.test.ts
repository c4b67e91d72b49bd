import { expect, it } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const { signal } = new AbortController()

/** Whether a promise is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await new Promise(setImmediate)
  return settled
}

it('gives what is left, and lets others wait in their order', async () => {
  const budget = createByteBudget(10)
  const giveBack = await budget.take(8, signal)
  const large = budget.take(5, signal)
  const small = budget.take(1, signal)

  expect(await isSettled(small)).toBe(false)
  expect(budget.isShort).toBe(true)
  giveBack()
  await Promise.all([large, small])
  expect(budget.isShort).toBe(false)
})

it('gives all to who wants more than there is, and takes back once', async () => {
  const budget = createByteBudget(10)
  const giveBack = await budget.take(1_000, signal)
  const other = budget.take(1, signal)
  expect(await isSettled(other)).toBe(false)

  giveBack()
  giveBack()
  await other
  expect(await isSettled(budget.take(10, signal))).toBe(false)
})

it('lets nobody wait for who has gone', async () => {
  const budget = createByteBudget(10)
  await budget.take(8, signal)
  const gone = new AbortController()
  const large = budget.take(5, gone.signal)
  const small = budget.take(1, signal)

  gone.abort(new Error('gone'))

  await expect(large).rejects.toThrow('gone')
  await small
  await expect(budget.take(1, gone.signal)).rejects.toThrow('gone')
})
