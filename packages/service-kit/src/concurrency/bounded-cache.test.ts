import { expect, it } from 'vitest'
import { createBoundedCache } from './bounded-cache.ts'

it('forgets what was not used for the longest time when it is full', () => {
  const cache = createBoundedCache<number>({ max: 2 })
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)
  cache.set('c', 4)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([3, undefined, 4])

  cache.get('a')
  cache.set('d', 5)
  expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual([3, undefined, 5])
})

it('forgets an entry after its time, however often it was used', () => {
  let nowMs = 0
  const cache = createBoundedCache<number>({ max: 2, ttlMs: 1000, now: () => new Date(nowMs) })
  cache.set('a', 1)
  nowMs = 999
  expect(cache.get('a')).toBe(1)
  nowMs = 1000
  expect(cache.get('a')).toBeUndefined()
})
