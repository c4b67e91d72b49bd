import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface Sealer {
  /** Encrypts for storage; `context` (such as the row's key) must be the same at `open`. */
  seal(plain: Uint8Array | string, context: string): string
  /** @throws when the text was not sealed by this key for this context. */
  open(sealed: string, context: string): Buffer
}

const ivBytes = 12
const tagBytes = 16

/**
 * Seals secrets that must rest in the database (signing keys): AES-256-GCM, random 96-bit nonce
 * (NIST SP 800-38D section 8.2.2), context as additional data so that a value cannot be moved to
 * another row.
 *
 * @param key 32 bytes in base64url, from the environment.
 */
export function createSealer(key: string): Sealer {
  const secret = Buffer.from(key, 'base64url')
  if (secret.length !== 32) throw new TypeError('the sealing key must be 32 bytes in base64url')
  return {
    seal(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    },
  }
}
