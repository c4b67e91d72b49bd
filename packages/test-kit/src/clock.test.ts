import { expect, it } from 'vitest'
import { createClock } from './clock.ts'

it('stands still until it is moved', () => {
  const clock = createClock('2026-01-01T00:00:00.000Z')
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z')

  clock.advance(1_500)
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:01.500Z')

  clock.set('2027-01-01T00:00:00.000Z')
  expect(clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z')
})

it('gives dates that a caller may change without moving the clock', () => {
  const clock = createClock('2026-01-01T00:00:00.000Z')
  clock.now().setFullYear(1999)
  expect(clock.now().getUTCFullYear()).toBe(2026)
})
