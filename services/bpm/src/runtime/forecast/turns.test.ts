import { expect, it } from 'vitest'
import { letOthers } from './turns.ts'

it('of many that walk at once one goes on with each turn of the event loop', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const slices: number[] = []
  const walk = async () => {
    for (let slice = 0; slice < 5; slice += 1) {
      await letOthers()
      slices.push(turn)
    }
  }
  await Promise.all(Array.from({ length: 8 }, walk))
  isOver = true

  expect(slices).toHaveLength(40)
  expect(new Set(slices).size).toBe(40)
})
