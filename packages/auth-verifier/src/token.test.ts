import { describe, expect, it } from 'vitest'
import { checkHeader, decodeBytes, decodeObject, type HeaderRules, splitToken } from './token.ts'

const refused = (reason: string): unknown => expect.objectContaining({ reason })
const encode = (text: string) => Buffer.from(text).toString('base64url')

describe('the parts of a token', () => {
  it('are three, of which two are signed', () => {
    expect(splitToken('h.p.s')).toEqual({
      header: 'h',
      payload: 'p',
      signature: 's',
      signed: 'h.p',
    })
    expect(splitToken('he.pay.sig.n').signature).toBe('sig.n')
  })

  it.each(['', '.', '..', 'h', 'h.p', 'h.p.', 'h..s', '.p.s', '..s', '.p.', 'h..'])(
    'are not in %j',
    (text) => {
      expect(() => splitToken(text)).toThrow(refused('malformed'))
    },
  )

  it('are objects, and bytes', () => {
    expect(decodeObject(encode('{"a":1}'))).toEqual({ a: 1 })
    for (const text of ['[]', '1', '{', '']) {
      expect(() => decodeObject(encode(text)), text).toThrow(refused('malformed'))
    }
    expect(decodeBytes('AQAB')).toEqual(Buffer.from([1, 0, 1]))
    for (const text of ['AQAB=', 'A', 'AQ+B', 'AR']) {
      expect(() => decodeBytes(text), text).toThrow(refused('malformed'))
    }
  })
})

const rules: HeaderRules = { algorithms: ['RS256', 'PS256'], types: ['at+jwt'] }
const header = { alg: 'PS256', kid: 'k', typ: 'at+jwt' }
const check = (change: object, more: Partial<HeaderRules> = {}) =>
  checkHeader({ ...rules, ...more }, { ...header, ...change })

describe('the header of a token', () => {
  it('names the key and the algorithm', () => {
    expect(check({})).toEqual({ kid: 'k', algorithm: 'PS256' })
    expect(check({ kid: 'k'.repeat(256), x5t: 'passed over' }).kid).toHaveLength(256)
  })

  it.each([
    ['critical_header', { crit: [] }],
    ['critical_header', { b64: true }],
    ['critical_header', { zip: 'DEF' }],
    ['embedded_key', { jwk: {} }],
    ['embedded_key', { jku: '' }],
    ['embedded_key', { x5u: '' }],
    ['embedded_key', { x5c: [] }],
    ['algorithm', { alg: 'RS384' }],
    ['algorithm', { alg: 'rs256' }],
    ['algorithm', { alg: ['RS256'] }],
    ['algorithm', { alg: undefined }],
    ['type', { typ: 'JWT' }],
    ['type', { typ: undefined }],
    ['type', { typ: null }],
    ['type', { typ: ['at+jwt'] }],
    ['type', { typ: 'text/application/at+jwt' }],
    ['type', { typ: 'at+application/jwt' }],
    ['malformed', { kid: undefined }],
    ['malformed', { kid: '' }],
    ['malformed', { kid: 7 }],
    ['malformed', { kid: 'k'.repeat(257) }],
  ])('is refused by reason %s: %j', (reason, change) => {
    expect(() => check(change)).toThrow(refused(reason))
  })

  it.each(['AT+JWT', 'application/at+jwt', 'Application/AT+jwt'])('may have the type %s', (typ) => {
    expect(() => check({ typ })).not.toThrow()
  })

  it('has no type where that is allowed, which `none` is no name for', () => {
    const types = ['none']
    expect(() => check({ typ: undefined }, { types })).not.toThrow()
    for (const typ of ['none', 'NONE', 'at+jwt'])
      expect(() => check({ typ }, { types })).toThrow(refused('type'))
  })
})
