import { expect, it } from 'vitest'
import { createPerKeyFifo } from './per-key-fifo.ts'

it('does what has one key in order, past failures, and other keys beside it', async () => {
  const inTurn = createPerKeyFifo()
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const say = (text: string) => async () => {
    log.push(text)
    return text
  }

  const first = inTurn('a', async () => {
    log.push('a1 begins')
    await gate.promise
    throw new Error('a1 fails')
  })
  const second = inTurn('a', say('a2'))
  expect(await inTurn('b', say('b'))).toBe('b')
  expect(log).toEqual(['a1 begins', 'b'])
  gate.resolve()

  await expect(first).rejects.toThrow('a1 fails')
  expect(await second).toBe('a2')
  expect(await inTurn('a', say('a3'))).toBe('a3')
  expect(log).toEqual(['a1 begins', 'b', 'a2', 'a3'])
})
