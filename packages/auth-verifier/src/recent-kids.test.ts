import { expect, it } from 'vitest'
import { createRecentKids } from './recent-kids.ts'

it('remembers the latest few for a while', () => {
  let elapsed = 0
  const kids = createRecentKids({ limit: 2, ttlMs: 100, elapsedMs: () => elapsed })
  const known = () => ['a', 'b', 'c'].filter((kid) => kids.has(kid))
  kids.add('a')
  kids.add('b')
  elapsed = 50
  kids.add('a')
  kids.add('c')
  expect(known()).toEqual(['a', 'c'])
  elapsed = 150
  expect(known()).toEqual([])
})
