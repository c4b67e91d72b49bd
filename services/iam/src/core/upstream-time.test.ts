import { describe, expect, it } from 'vitest'
import { countedTime, isAsAsked, mostAgeSeconds } from './upstream-time.ts'

const now = 1_800_000_000

describe('the time that a provider tells', () => {
  it.each([
    [0, now, true],
    [0, now + 60, true],
    [0, now - 30, true],
    [0, now - 31, false],
    [0, undefined, false],
    [600, now - 630, true],
    [600, now - 631, false],
    [600, undefined, false],
  ])('asked for %i seconds and told %s is as asked: %s', (seconds, authTime, expected) => {
    expect(isAsAsked({ seconds, at: now }, authTime)).toBe(expected)
  })

  it('is nobody’s concern where nothing was asked', () => {
    expect(isAsAsked(undefined, undefined)).toBe(true)
    expect(isAsAsked(undefined, 0)).toBe(true)
  })

  it.each([
    [now, now],
    [now - 5_000, now - 5_000],
    [now - 5_000.5, now - 5_001],
    [now + 300, now],
    [now - 90_000, now - mostAgeSeconds],
    [undefined, now - mostAgeSeconds],
  ])('that is %s counts as %i', (authTime, expected) => {
    expect(countedTime(authTime, now)).toBe(expected)
  })
})
