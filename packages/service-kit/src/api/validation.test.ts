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

describe('what is wrong with a body', () => {
  const steps = Type.Array(
    Type.Union([
      Type.Object({ kind: Type.Literal('a'), name: Type.String() }),
      Type.Object({ kind: Type.Literal('b'), name: Type.String() }),
    ]),
  )
  const check = lazyCheck(Type.Object({ steps }))
  const wrong = (count: number) => ({ steps: Array.from({ length: count }, () => ({})) })

  it('is told at once where it is small', () => {
    const pointers = check(wrong(2)).map(({ pointer }) => pointer)
    expect(pointers).toEqual(expect.arrayContaining(['/steps/0/kind', '/steps/1/kind']))
  })

  it('tells the first fault of a large body at once', () => {
    const before = process.cpuUsage()
    const pointers = check(wrong(100_000)).map(({ pointer }) => pointer)
    const { user, system } = process.cpuUsage(before)
    expect(pointers.every((pointer) => pointer.startsWith('/steps/0'))).toBe(true)
    expect((user + system) / 1000).toBeLessThan(200)
  })
})
