import { expect, it } from 'vitest'
import { createSignInLine } from './line.ts'

const stranger = (place: string) => ({ place, isKnown: false })

/** Enters one after the other with a turn taken; answers in which order they are let in. */
async function orderOf(comers: readonly { place: string; isKnown: boolean }[], options = {}) {
  const line = createSignInLine({ permits: 1, maxWaitMs: 10_000, ...options })
  const first = await line.enter(stranger('first'))
  const order: string[] = []
  const done = Promise.all(
    comers.map(async (comer, i) => {
      const leave = await line.enter(comer)
      order.push(`${leave === undefined ? 'not ' : ''}${comer.place}${i}`)
      leave?.()
    }),
  )
  first?.()
  await done
  return order
}

it('lets each place in in turn', async () => {
  const flood = Array.from({ length: 4 }, () => stranger('a'))
  expect(await orderOf([...flood, stranger('b')])).toEqual(['a0', 'b4', 'a1', 'a2', 'a3'])
})

it('lets a device that the account knows go first', async () => {
  const comers = [stranger('a'), stranger('b'), { place: 'c', isKnown: true }]
  expect(await orderOf(comers)).toEqual(['c2', 'a0', 'b1'])
})

it('refuses the last of the place with most when it is full', async () => {
  const comers = [stranger('a'), stranger('a'), stranger('a'), stranger('b')]
  expect(await orderOf(comers, { maxWaiting: 3 })).toEqual(['not a2', 'a0', 'b3', 'a1'])
})

it('refuses who would wait too long', async () => {
  const line = createSignInLine({ permits: 1, maxWaitMs: 5 })
  const leave = await line.enter(stranger('a'))
  expect(await line.enter(stranger('b'))).toBeUndefined()
  leave?.()
  expect(await line.enter(stranger('b'))).toBeDefined()
})

it('gives a turn back once, however often it is left', async () => {
  const line = createSignInLine({ permits: 1, maxWaitMs: 5 })
  const leave = await line.enter(stranger('a'))
  leave?.()
  leave?.()
  expect(await line.enter(stranger('a'))).toBeDefined()
  expect(await line.enter(stranger('a'))).toBeUndefined()
})
