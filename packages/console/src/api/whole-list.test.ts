import { expect, it } from 'vitest'
import { readWhole } from './whole-list.ts'

it('asks for a list until there is no more of it', async () => {
  const asked: unknown[] = []
  const items = await readWhole((query) => {
    asked.push(query)
    const isLast = query.cursor === 'b'
    return Promise.resolve({ items: [asked.length], nextCursor: isLast ? null : 'b' })
  })
  expect(items).toEqual([1, 2])
  expect(asked).toEqual([{ limit: 200 }, { limit: 200, cursor: 'b' }])
})
