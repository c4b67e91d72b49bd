import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret } from '../process/config.ts'

const keyShape = '[A-Za-z0-9_-]{43}=?'

/** The setting of a service that seals what rests in its database. */
export const KEY_ENCRYPTION_KEY = Secret({
  pattern: `^${keyShape}(,${keyShape})*$`,
  description:
    'Comma-separated keys of 32 bytes in base64url: what must stay secret rests in the database sealed under the first, all open.',
})

/** No key opens it, or it rests where it was not sealed for. */
export class ForeignSealError extends Error {
  constructor(what = 'it was not sealed by a key that is known, or not for this') {
    super(what)
    this.name = 'ForeignSealError'
  }
}

export interface Sealer {
  /** Encrypts for storage; `context` (such as the row's key) must be the same at `open`. */
  seal(plain: Uint8Array | string, context: string): string
  /** @throws {@link ForeignSealError} when no key sealed the text for this context. */
  open(sealed: string, context: string): Buffer
  /** The same under the first key; undefined when it rests under that one. @throws as `open` does. */
  renew(sealed: string, context: string): string | undefined
}

const ivBytes = 12
const tagBytes = 16

/**
 * Seals secrets that must rest in the database (signing keys): AES-256-GCM, random 96-bit nonce
 * (NIST SP 800-38D section 8.2.2), context as additional data so that a value cannot be moved to
 * another row.
 *
 * @param keys Comma-separated, 32 bytes each in base64url, from the environment.
 */
export function createSealer(keys: string): Sealer {
  const secrets = keys.split(',').map(readKey)
  const [first] = secrets as [Buffer, ...Buffer[]]
  const seal: Sealer['seal'] = (plain, context) => sealUnder(first, plain, context)
  const open: Sealer['open'] = (sealed, context) => {
    let opened: Buffer | undefined
    for (const key of secrets) opened ??= tryOpen(key, sealed, context)
    if (opened === undefined) throw new ForeignSealError()
    return opened
  }
  return {
    seal,
    open,
    renew: (sealed, context) =>
      tryOpen(first, sealed, context) === undefined
        ? seal(open(sealed, context), context)
        : undefined,
  }
}

function readKey(key: string): Buffer {
  const secret = Buffer.from(key, 'base64url')
  if (secret.length !== 32) throw new TypeError('a sealing key must be 32 bytes in base64url')
  return secret
}

function sealUnder(key: Buffer, plain: Uint8Array | string, context: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

function tryOpen(key: Buffer, sealed: string, context: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    // The authentication tag is what tells one key from another.
    return undefined
  }
}
