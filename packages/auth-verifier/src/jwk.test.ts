import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readKeySet } from './jwk.ts'

const rsa = (modulusLength: number, publicExponent = 65_537) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  const { n, e } = publicKey.export({ format: 'jwk' })
  return { kty: 'RSA', kid: 'k', n, e }
}
const good = rsa(2048)
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })

describe('readKeySet', () => {
  it.each([
    ['bare', good],
    ['for signatures', { ...good, use: 'sig', key_ops: ['verify'], alg: 'RS256' }],
    ['with a certificate, which is not looked at', { ...good, x5c: ['x'], x5t: 'y' }],
    ['of 3072 bits', rsa(3072)],
    ['of the most bits', { ...good, n: Buffer.alloc(1024, 0xff).toString('base64url') }],
  ])('takes an RSA key %s', (_, jwk) => {
    const content = readKeySet({ keys: [jwk] }, ['RS256'])
    expect([...(content?.keys.keys() ?? [])]).toEqual(['k'])
    expect(content?.ignored).toEqual([])
  })

  it.each([
    ['not_an_object', 'k', undefined],
    ['not_an_object', null, undefined],
    ['no_kid', { ...good, kid: undefined }, undefined],
    ['no_kid', { ...good, kid: 7 }, undefined],
    ['no_kid', { ...good, kid: '' }, undefined],
    ['not_rsa', { ...ec, kid: 'k' }, 'k'],
    ['not_rsa', { kty: 'oct', k: 'AQAB', kid: 'k' }, 'k'],
    ['not_for_signatures', { ...good, use: 'enc' }, 'k'],
    ['not_for_signatures', { ...good, key_ops: ['encrypt'] }, 'k'],
    ['not_for_signatures', { ...good, use: 'sig', key_ops: ['sign'] }, 'k'],
    ['not_for_signatures', { ...good, key_ops: 'verify' }, 'k'],
    ['algorithm', { ...good, alg: 'RS512' }, 'k'],
    ['algorithm', { ...good, alg: 256 }, 'k'],
    ['private_key', { ...good, d: 'AQAB' }, 'k'],
    ['weak_key', rsa(1024), 'k'],
    ['weak_key', rsa(2048, 3), 'k'],
    ['weak_key', { ...good, e: 'AQ' }, 'k'],
    ['weak_key', { ...good, e: 'AQAC' }, 'k'],
    ['weak_key', { ...good, n: Buffer.alloc(1025, 0xff).toString('base64url') }, 'k'],
    ['malformed', { ...good, n: undefined }, 'k'],
    ['malformed', { ...good, n: `${good.n}=` }, 'k'],
    ['malformed', { ...good, e: undefined }, 'k'],
    ['malformed', { ...good, e: 'AQAB=' }, 'k'],
  ])('leaves out: %s (%#)', (reason, jwk, kid) => {
    const content = readKeySet({ keys: [jwk] }, ['RS256'])
    expect(content?.keys.size).toBe(0)
    expect(content?.ignored).toEqual([{ kid, reason }])
  })

  it('keeps what a key is for and what it is, so that another under its name is told', () => {
    const named = (kid: string, more: object = {}) => ({ ...good, kid, ...more })
    const members = [named('a'), named('b', { alg: 'PS256' }), named('c', { alg: 'RS256' })]
    const content = readKeySet({ keys: members }, ['RS256', 'PS256'])
    const keys = [...(content?.keys.values() ?? [])]
    expect(keys.map(({ kid, algorithm }) => [kid, algorithm])).toEqual([
      ['a', undefined],
      ['b', 'PS256'],
      ['c', 'RS256'],
    ])
    for (const { material, publicKey } of keys) {
      expect(material).toBe(`${good.n}.${good.e}`)
      expect(publicKey.export({ format: 'jwk' })).toMatchObject({ n: good.n, e: good.e })
    }
  })

  it('takes as many keys as a set may have', () => {
    const members = Array.from({ length: 64 }, (_, at) => ({ ...good, kid: String(at) }))
    expect(readKeySet({ keys: members }, ['RS256'])?.keys.size).toBe(64)
  })

  it('leaves out every nameless key for that reason alone', () => {
    const content = readKeySet(
      {
        keys: [
          { ...good, kid: '' },
          { ...good, kid: '' },
        ],
      },
      ['RS256'],
    )
    expect(content?.ignored.map(({ reason }) => reason)).toEqual(['no_kid', 'no_kid'])
  })

  it('leaves out every key of a kid that comes twice, and no other', () => {
    const other = { ...rsa(2048), kid: 'other' }
    const content = readKeySet({ keys: [good, other, { ...ec, kid: 'k' }] }, ['RS256'])
    expect([...(content?.keys.keys() ?? [])]).toEqual(['other'])
    expect(content?.ignored.map(({ reason }) => reason)).toEqual(['duplicate_kid', 'duplicate_kid'])
  })

  it.each([undefined, null, [], 'x', {}, { keys: {} }, { keys: Array(65).fill(good) }])(
    'finds no key set in %#',
    (value) => {
      expect(readKeySet(value, ['RS256'])).toBeUndefined()
    },
  )
})
