import { describe, expect, it } from 'vitest'
import { readBearer, readBearerOf } from './bearer.ts'
import { InvalidToken, TokenMissing } from './errors.ts'

describe('readBearer', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER   abc ', ' Bearer abc'])('takes %j', (header) => {
    expect(readBearer(header)).toBe('abc')
  })

  it.each([undefined, null, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearerabc'])(
    'finds no token in %j',
    (header) => {
      expect(() => readBearer(header)).toThrow(TokenMissing)
    },
  )

  it('refuses more than one token', () => {
    expect(() => readBearer('Bearer abc def')).toThrow(InvalidToken)
  })

  it('refuses a second Authorization header, which Node drops silently', () => {
    const headers = { authorization: 'Bearer abc' }
    const one = ['Host', 'x', 'Authorization', 'Bearer abc']
    expect(readBearerOf({ headers, rawHeaders: one })).toBe('abc')
    const two = [...one, 'authorization', 'Bearer other']
    expect(() => readBearerOf({ headers, rawHeaders: two })).toThrow(InvalidToken)
  })
})
