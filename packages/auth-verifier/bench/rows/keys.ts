import { generateKeyPairSync } from 'node:crypto'
import { createTestIssuer } from '../../src/testing.ts'
import { createForge } from '../forge.ts'
import { type Row, tryToken } from './row.ts'

/** A good token under a key that should not be used. */
function badKey(name: string, options: Parameters<typeof createForge>[1]): Row {
  return {
    name,
    wanted: 'refuses',
    isRight: (outcome) => outcome === 'refuses',
    async run(candidate) {
      const issuer = await createTestIssuer()
      try {
        const forge = createForge(issuer, options)
        return await tryToken(candidate.create(forge.target), forge.token())
      } finally {
        await issuer.close()
      }
    },
  }
}

const otherKey = () => {
  const { n, e } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
    format: 'jwk',
  })
  return { kty: 'RSA', use: 'sig', alg: 'RS256', n, e }
}

const duplicate: Row = {
  ...badKey('two keys with one `kid`', {}),
  async run(candidate) {
    const issuer = await createTestIssuer()
    try {
      const forge = createForge(issuer)
      issuer.publish({ ...otherKey(), kid: forge.kid })
      return await tryToken(candidate.create(forge.target), forge.token())
    } finally {
      await issuer.close()
    }
  },
}

export const keyRows: readonly Row[] = [
  badKey('an RSA key of 1024 bits', { bits: 1024 }),
  badKey('a key with `use: enc`', { jwk: { use: 'enc' } }),
  badKey('a key with `key_ops: [encrypt]`', { jwk: { use: undefined, key_ops: ['encrypt'] } }),
  badKey('a key with `alg: RS512`', { jwk: { alg: 'RS512' } }),
  badKey('a key published with its private part', { jwk: { d: 'AQAB' } }),
  duplicate,
]
