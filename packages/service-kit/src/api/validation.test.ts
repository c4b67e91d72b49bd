import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Nullable, Timestamp, Uuid } from './schema.ts'
import { lazyCheck, lazyValidator } from './validation.ts'

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

describe('an id in capitals', () => {
  const id = '0192F3A0-7B1C-7D2E-8F3A-4B5C6D7E8F90'
  const small = id.toLowerCase()
  const part = (httpPart: string, properties: Parameters<typeof Type.Object>[0]) => {
    const schema: object = Type.Object(properties)
    return lazyValidator({ schema, httpPart, method: 'POST', url: '' })
  }

  it('is the same id, wherever it stands in a body', () => {
    const member = Type.Object({ userId: Uuid, was: Type.Optional(Nullable(Uuid)) })
    const validate = part('body', {
      parentId: Nullable(Uuid),
      ids: Type.Array(Uuid),
      members: Type.Array(member),
      former: Type.Array(member),
      who: Type.Union([Type.Literal('ME'), Uuid, member]),
      name: Type.String(),
    })
    const sent = (is: string, who: unknown) => ({
      parentId: is,
      ids: [is],
      members: [{ userId: is, was: is }],
      former: [{ userId: is, was: null }],
      who,
      name: id,
    })
    expect(validate(sent(id, id))).toEqual({ value: sent(small, small) })
    expect(validate(sent(id, 'ME'))).toEqual({ value: sent(small, 'ME') })
    expect(validate(sent(id, { userId: id }))).toEqual({ value: sent(small, { userId: small }) })
  })

  it('is the same id in an address', () => {
    expect(part('params', { id: Uuid })({ id })).toEqual({ value: { id: small } })
    const query = part('querystring', { id: Uuid, ids: Type.Array(Uuid) })
    expect(query({ id, ids: id })).toEqual({ value: { id: small, ids: [small] } })
  })

  it('that is none is refused as it was', () => {
    expect(part('body', { id: Uuid })({ id: `urn:uuid:${id}` })).toMatchObject({
      error: { faults: [{ pointer: '/id', code: 'wrong_format' }] },
    })
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
