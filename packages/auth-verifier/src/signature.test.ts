import { constants, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSignedBy } from './signature.ts'
import type { Algorithm } from './token.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pss = (saltLength: number) => ({ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })

// RFC 7518 sections 3.3 and 3.5: the digest of each, and a salt as long as it.
const algorithms = {
  RS256: { digest: 'sha256', how: {} },
  RS384: { digest: 'sha384', how: {} },
  RS512: { digest: 'sha512', how: {} },
  PS256: { digest: 'sha256', how: pss(32) },
  PS384: { digest: 'sha384', how: pss(48) },
  PS512: { digest: 'sha512', how: pss(64) },
} as const
const names = Object.keys(algorithms) as Algorithm[]

const signBy = (name: Algorithm, key = privateKey, text = 'head.body') => {
  const { digest, how } = algorithms[name]
  return sign(digest, Buffer.from(text), { key, ...how })
}

describe.each(names)('[AUTH-02] a signature by %s', (name) => {
  const isGood = (signature: Buffer, text = 'head.body') =>
    isSignedBy(publicKey, name, text, signature)

  it('is that of the key over the text', () => {
    expect(isGood(signBy(name))).toBe(true)
    expect(isGood(signBy(name), 'head.bodY')).toBe(false)
    expect(isGood(signBy(name, other.privateKey))).toBe(false)
  })

  it('is none by another algorithm', () => {
    const others = names.filter((another) => another !== name)
    expect(others.map((another) => isGood(signBy(another)))).toEqual(others.map(() => false))
  })

  it('is of the length of the key', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(256), signBy(name).subarray(1)]) {
      expect(isGood(bytes)).toBe(false)
    }
  })
})

it('is none, and no error, by a key of another kind', () => {
  const ed = generateKeyPairSync('ed25519').publicKey
  for (const name of names) {
    expect(isSignedBy(ed, name, 'head.body', signBy(name))).toBe(false)
  }
})

it('has a salt as long as the digest', () => {
  const short = sign('sha256', Buffer.from('head.body'), { key: privateKey, ...pss(20) })
  expect(isSignedBy(publicKey, 'PS256', 'head.body', short)).toBe(false)
})
