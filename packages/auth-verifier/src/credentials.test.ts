import { describe, expect, it } from 'vitest'
import { readCredentials, readCredentialsOf, readUpgradeCredentials } from './credentials.ts'
import { TokenMissing } from './errors.ts'

const refused = (reason: string): unknown => expect.objectContaining({ reason })

const read = (authorization: string | null | undefined, proof?: string) =>
  readCredentials({ authorization, proof, method: 'GET', path: '/x' })

describe('readCredentials', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER   abc ', ' Bearer abc'])('takes %j', (header) => {
    expect(read(header)).toEqual({ token: 'abc', possession: undefined })
  })

  it.each([undefined, null, '', 'Bearer', 'Bearer ', 'DPoP', 'Basic abc', 'Bearerabc'])(
    '[V10.1.1] finds no token in %j',
    (header) => {
      expect(() => read(header)).toThrow(TokenMissing)
    },
  )

  it.each(['Bearer abc def', 'DPoP abc def'])('refuses %j', (header) => {
    expect(() => read(header, 'p')).toThrow(refused('malformed'))
  })

  it('takes a token with its proof, and none without', () => {
    const possession = { proof: 'p', method: 'GET', path: '/x' }
    expect(read('dpop abc', 'p')).toEqual({ token: 'abc', possession })
    expect(() => read('DPoP abc')).toThrow(refused('missing'))
  })

  it('leaves a proof beside a bearer token alone', () => {
    expect(read('Bearer abc', 'p').possession).toBeUndefined()
  })

  it('refuses two headers, of which Node keeps one', () => {
    const headers = { authorization: 'Bearer abc' }
    const one = ['Host', 'x', 'Authorization', 'Bearer abc']
    expect(readCredentialsOf({ headers, rawHeaders: one }).token).toBe('abc')
    const two = [...one, 'authorization', 'Bearer other']
    expect(() => readCredentialsOf({ headers, rawHeaders: two })).toThrow(refused('malformed'))
  })

  it('looks at the names of headers alone for a second one', () => {
    const headers = { authorization: 'Bearer abc' }
    const rawHeaders = ['authorization', 'Bearer abc', 'x-asked', 'authorization']
    expect(readCredentialsOf({ headers, rawHeaders }).token).toBe('abc')
  })

  it('takes the method and the address from the request, but where a router knows better', () => {
    const request = { headers: { authorization: 'DPoP abc', dpop: 'p' }, rawHeaders: [] }
    const asked = { ...request, method: 'POST', url: '/x?y' }
    const proven = (method: string, path: string) => ({
      token: 'abc',
      possession: { proof: 'p', method, path },
    })
    expect(readCredentialsOf(asked)).toEqual(proven('POST', '/x?y'))
    expect(readCredentialsOf(asked, '/outer/x')).toEqual(proven('POST', '/outer/x'))
    expect(readCredentialsOf(request)).toEqual(proven('', ''))
  })

  it('takes no list of proofs for one', () => {
    const request = { headers: { authorization: 'DPoP abc', dpop: ['p'] }, rawHeaders: [] }
    expect(() => readCredentialsOf(request)).toThrow(refused('missing'))
  })
})

describe('readUpgradeCredentials', () => {
  const upgrade = (protocols: string | undefined, authorization?: string) =>
    readUpgradeCredentials({
      headers: { authorization, 'sec-websocket-protocol': protocols },
      rawHeaders: [],
    })

  it.each(['bearer, abc', 'bearer,abc', 'chat, bearer, abc, other'])(
    'takes the subprotocol after `bearer`: %s',
    (protocols) => {
      expect(upgrade(protocols)).toEqual({ token: 'abc', possession: undefined })
    },
  )

  it.each([undefined, 'chat', 'Bearer, abc', 'chat, not-bearer'])(
    'looks at the header where none is offered: %s',
    (protocols) => {
      expect(upgrade(protocols, 'Bearer xyz').token).toBe('xyz')
      expect(() => upgrade(protocols)).toThrow(TokenMissing)
    },
  )

  it('refuses two tokens, and finds none after the last', () => {
    expect(() => upgrade('bearer, abc', 'Bearer abc')).toThrow(refused('malformed'))
    expect(() => upgrade('bearer, abc, bearer, abc')).toThrow(refused('malformed'))
    expect(() => upgrade('chat, bearer')).toThrow(TokenMissing)
  })
})
