import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Sealer } from '@countersign/service-kit/sealing'
import type { PublicJwk } from '../db/protocol-tables.ts'
import type { NewKey } from './queries.ts'
import { sealKey } from './seal.ts'

const generate = promisify(generateKeyPair)

/** A new RSA-2048 pair; the kid is its RFC 7638 thumbprint, so none is ever used twice. */
export async function generateKey(sealer: Sealer): Promise<NewKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  if (n === undefined || e === undefined) throw new Error('the generated key is not an RSA key')
  const publicJwk: PublicJwk = { kty: 'RSA', n, e }
  const kid = thumbprint(publicJwk)
  const sealedPrivateKey = sealKey(sealer, kid, privateKey.export({ format: 'der', type: 'pkcs8' }))
  return { kid, publicJwk, sealedPrivateKey }
}

// RFC 7638 section 3: the required members in the order of their names, without white space.
const thumbprint = ({ e, kty, n }: PublicJwk) =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
