import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Timestamp } from './schema.ts'
import { lazyCheck } from './validation.ts'

const faultsOf = (at: string) => lazyCheck(Type.Object({ at: Timestamp }))({ at })

describe('a moment in a request', () => {
  it.each([
    '2026-11-24T18:00:00Z',
    '2026-11-24t18:00:00.123456789z',
    '2026-11-24T18:00:00-08:00',
    '2024-02-29T23:59:59+05:30',
  ])('is taken: %s', (at) => {
    expect(faultsOf(at)).toEqual([])
  })

  it.each([
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['a leap second elsewhere', '2016-12-31T15:59:60-08:00'],
    ['an offset without minutes', '2026-11-24T18:00:00+05'],
    ['a day that is none', '2026-02-29T00:00:00Z'],
    ['a day alone', '2026-11-24'],
  ])('is refused where the database would not take it: %s', (_, at) => {
    expect(faultsOf(at)).toEqual([
      expect.objectContaining({ pointer: '/at', code: 'wrong_format' }),
    ])
  })
})
