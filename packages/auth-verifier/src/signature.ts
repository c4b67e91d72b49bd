import { constants, type KeyObject, verify } from 'node:crypto'
import type { Algorithm } from './token.ts'

const digests: Record<Algorithm, string> = {
  RS256: 'RSA-SHA256',
  RS384: 'RSA-SHA384',
  RS512: 'RSA-SHA512',
  PS256: 'RSA-SHA256',
  PS384: 'RSA-SHA384',
  PS512: 'RSA-SHA512',
}

/** Whether the signature over `signed` is that of the key (RFC 7518 sections 3.3 and 3.5). */
export function isSignedBy(
  publicKey: KeyObject,
  algorithm: Algorithm,
  signed: string,
  signature: Buffer,
): boolean {
  const data = Buffer.from(signed, 'latin1')
  const key = algorithm.startsWith('PS') ? withPss(publicKey) : publicKey
  try {
    return verify(digests[algorithm], data, key, signature)
  } catch {
    return false
  }
}

function withPss(key: KeyObject) {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  return { key, padding, saltLength }
}
