import assert from 'node:assert/strict'
import { readKeySet } from './jwk.ts'

export const reads = 'key sets (JWKS)'
export const mostBytes = 2048
const n = Buffer.from([0xc3, ...Buffer.alloc(254, 0x5a), 0x01]).toString('base64url')
const key = { kty: 'RSA', kid: 'k', use: 'sig', alg: 'RS256', key_ops: ['verify'], n, e: 'AQAB' }
export const seeds = [
  { keys: [key] },
  {
    keys: [
      { ...key, alg: 'PS256', d: 'x' },
      { kty: 'EC', kid: 'k' },
      null,
      { ...key, kid: 'l', e: 'AQ' },
    ],
  },
].map((set) => JSON.stringify(set))

/** Nothing is thrown; keys that are taken have a name, a size and no secret part. */
export function check(bytes: Buffer): void {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    return
  }
  const content = readKeySet(value, ['RS256', 'PS256'])
  for (const [kid, { publicKey, algorithm }] of content?.keys ?? []) {
    assert.notEqual(kid, '')
    assert.equal(publicKey.type, 'public')
    assert.ok((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048)
    assert.ok(algorithm === undefined || algorithm === 'RS256' || algorithm === 'PS256')
  }
}
