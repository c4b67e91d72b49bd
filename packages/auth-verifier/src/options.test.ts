import { describe, expect, it, vi } from 'vitest'
import { readOptions, type VerifierOptions } from './options.ts'

const base = { issuer: 'https://id.example', jwksUrl: 'https://id.example/oauth2/jwks' }
const read = (options: object = {}) => readOptions({ ...base, ...options } as VerifierOptions)

describe('what nobody says', () => {
  it('is as the documentation has it', () => {
    expect(read()).toEqual({
      issuer: base.issuer,
      source: new URL(base.jwksUrl),
      audiences: [],
      algorithms: ['RS256'],
      types: ['at+jwt', 'jwt', 'none'],
      clockToleranceSeconds: 0,
      notBeforeToleranceSeconds: 30,
      maxTokenLength: 16_384,
      cacheSize: 5000,
      keySetMaxAgeSeconds: 600,
      keySetMaxStaleSeconds: 3600,
      keySetTimeoutMs: 5000,
      keySetMaxBytes: 65_536,
      onKeySetEvent: undefined,
      isRevoked: undefined,
      revocations: undefined,
      publicOrigins: undefined,
      maxProofAgeSeconds: undefined,
      proofMemory: undefined,
      acceptUnproven: false,
      now: expect.any(Function),
    })
  })

  it('is the time of the machine, looked at each time', () => {
    const { now } = read()
    const clock = vi.spyOn(Date, 'now')
    for (const time of [1, 2]) {
      clock.mockReturnValue(time)
      expect(now()).toBe(time)
    }
    clock.mockRestore()
  })
})

describe('what is said', () => {
  it('is handed on', () => {
    const hooks = { onKeySetEvent: () => undefined, isRevoked: () => false, now: () => 7 }
    const proofs = { publicOrigins: ['https://a.example'], maxProofAgeSeconds: 1, proofMemory: {} }
    const given = { ...hooks, ...proofs, revocations: {}, acceptUnproven: true }
    expect(read(given)).toMatchObject(given)
  })

  it('about audiences is one or several', () => {
    expect(read({ audience: 'a' }).audiences).toEqual(['a'])
    expect(read({ audience: ['a', 'b'] }).audiences).toEqual(['a', 'b'])
  })

  it('about types is without case and `application/`', () => {
    expect(read({ types: ['application/AT+jwt'] }).types).toEqual(['at+jwt'])
  })

  it.each([
    { algorithms: ['RS256', 'RS384', 'RS512'] },
    { algorithms: ['PS256', 'PS384', 'PS512'] },
    { clockToleranceSeconds: 0 },
    { cacheSize: 0 },
    { keySetMaxAgeSeconds: 0 },
    { keySetMaxStaleSeconds: Number.MAX_SAFE_INTEGER },
    { keySetTimeoutMs: 1 },
    { keySetTimeoutMs: 2 ** 31 - 1 },
    { keySetMaxBytes: 1 },
    { maxTokenLength: 1 },
  ])('may be %j', (options) => {
    expect(read(options)).toMatchObject(options)
  })

  it('names where keys are read, as text or as an address, with or without TLS', () => {
    const plain = 'http://127.0.0.1:3001/oauth2/jwks'
    expect(read({ jwksUrl: plain }).source).toEqual(new URL(plain))
    expect(read({ jwksUrl: new URL(plain) }).source).toEqual(new URL(plain))
    const keySet = () => ({})
    expect(read({ jwksUrl: undefined, keySet }).source).toBe(keySet)
  })

  it('lets tokens without a proof pass only in so many words', () => {
    for (const acceptUnproven of ['true', 1, undefined]) {
      expect(read({ acceptUnproven }).acceptUnproven).toBe(false)
    }
  })
})

const timer = 'must be a number from 1 to 2147483647'
const any = `must be a number from 0 to ${Number.MAX_SAFE_INTEGER}`
const some = `must be a number from 1 to ${Number.MAX_SAFE_INTEGER}`

it.each([
  [{ issuer: undefined }, 'issuer is required'],
  [{ issuer: '' }, 'issuer is required'],
  [{ issuer: 7 }, 'issuer is required'],
  [{ jwksUrl: undefined }, 'jwksUrl is required'],
  [{ jwksUrl: 'nowhere' }, 'jwksUrl must be an http or https address'],
  [{ jwksUrl: 'ftp://id.example/jwks' }, 'jwksUrl must be an http or https address'],
  [{ keySet: () => ({}) }, 'keySet or jwksUrl'],
  [{ jwksUrl: undefined, keySet: {} }, 'keySet must be a function'],
  [{ isRevoked: true }, 'isRevoked must be a function'],
  [{ onKeySetEvent: 'log' }, 'onKeySetEvent must be a function'],
  [{ audience: '' }, 'audience must not be empty'],
  [{ audience: [] }, 'audience must not be empty'],
  [{ audience: ['a', ''] }, 'audience must not be empty'],
  [{ algorithms: [] }, 'algorithms must be some of RS256, RS384, RS512, PS256, PS384, PS512'],
  [{ algorithms: ['RS256', 'none'] }, 'algorithms must be some of'],
  [{ clockToleranceSeconds: -1 }, `clockToleranceSeconds ${any}`],
  [{ clockToleranceSeconds: Infinity }, `clockToleranceSeconds ${any}`],
  [{ clockToleranceSeconds: '5' }, `clockToleranceSeconds ${any}`],
  [{ notBeforeToleranceSeconds: Number.NaN }, `notBeforeToleranceSeconds ${any}`],
  [{ maxTokenLength: 0 }, `maxTokenLength ${some}`],
  [{ keySetMaxBytes: 0 }, `keySetMaxBytes ${some}`],
  [{ keySetTimeoutMs: 0 }, `keySetTimeoutMs ${timer}`],
  [{ keySetTimeoutMs: 2 ** 31 }, `keySetTimeoutMs ${timer}`],
])('%j is refused in words', (options, words) => {
  expect(() => read(options)).toThrow(new RegExp(`^createVerifier: ${words}`))
})
