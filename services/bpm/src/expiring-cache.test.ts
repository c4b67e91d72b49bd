import { createClock } from '@countersign/test-kit/clock'
import { expect, it } from 'vitest'
import { createExpiringCache } from './expiring-cache.ts'

it('forgets entries after their time and the oldest when it is full', () => {
  const clock = createClock()
  const cache = createExpiringCache<number>({ ttlMs: 1000, max: 2, now: clock.now })
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)
  cache.set('c', 4)

  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([3, undefined, 4])
  clock.advance(1000)
  expect(cache.get('a')).toBeUndefined()
})
