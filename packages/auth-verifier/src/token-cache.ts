import crypto from 'node:crypto'
import type { Caller } from './caller.ts'
import type { Validity } from './claims.ts'
import type { VerificationKey } from './jwk.ts'

/** What is remembered of a token that verified. */
export interface VerifiedToken {
  readonly caller: Caller
  readonly validity: Validity
  readonly key: VerificationKey
  /** Thumbprint of the key that it is bound to; undefined for a bearer token. */
  readonly boundTo: string | undefined
  /** Up to which revision of the revocations it is known to be good. */
  goodAt: number
}

export interface TokenCache {
  get(token: string): VerifiedToken | undefined
  set(token: string, verified: VerifiedToken): void
  delete(token: string): void
}

interface Entry {
  /** Header and payload, which the signature covers. */
  readonly signed: string
  readonly verified: VerifiedToken
}

/**
 * Keeps the `limit` tokens used last, by the digest of their signature and the text that it covers: both must
 * be the same, which is a third of the hashing that the whole token takes. The signature itself is not kept, so
 * that a cache that leaks leaks no token.
 */
export function createTokenCache(limit: number): TokenCache {
  const entries = new Map<string, Entry>()
  const hash = pickHash()
  return {
    get(token) {
      const end = token.lastIndexOf('.')
      const digest = hash(token.slice(end + 1))
      const entry = entries.get(digest)
      if (entry === undefined || token.slice(0, end) !== entry.signed) return undefined
      // A Map iterates in the order of insertion: to insert again makes it the youngest.
      entries.delete(digest)
      entries.set(digest, entry)
      return entry.verified
    },
    set(token, verified) {
      const end = token.lastIndexOf('.')
      const digest = hash(token.slice(end + 1))
      entries.delete(digest)
      // A slice would keep the whole token in memory.
      const signed = Buffer.from(token.slice(0, end), 'latin1').toString('latin1')
      entries.set(digest, { signed, verified })
      if (entries.size <= limit) return
      const oldest = entries.keys().next()
      if (oldest.done !== true) entries.delete(oldest.value)
    },
    delete: (token) => void entries.delete(hash(token.slice(token.lastIndexOf('.') + 1))),
  }
}

type Hash = (text: string) => string

// crypto.hash came with Node 20.12 and costs half of a Hash object.
const hashOnce = crypto.hash as typeof crypto.hash | undefined

const hashBy =
  (algorithm: string): Hash =>
  (text) =>
    hashOnce === undefined
      ? crypto.createHash(algorithm).update(text).digest('hex')
      : hashOnce(algorithm, text, 'hex')

/** SHA-256 of the token, as a proof of possession names it (RFC 9449 section 4.2). */
export const digestToken = (token: string): string =>
  crypto.createHash('sha256').update(token).digest('base64url')

/**
 * SHA-256 where the processor has instructions for it; else SHA-512/256 (FIPS 180-4), as strong and half as
 * dear with words of 64 bits. Which it is shows in a quarter of a millisecond.
 */
function pickHash(): Hash {
  const other = 'sha512-256'
  const sha256 = hashBy('sha256')
  if (!crypto.getHashes().some((name) => name.toLowerCase() === other)) return sha256
  const sha512 = hashBy(other)
  return timeOf(sha512) < timeOf(sha256) ? sha512 : sha256
}

const sample = 'a'.repeat(342)

/** The shortest of several goes: whatever else the machine does only makes one longer. */
function timeOf(hash: Hash): number {
  let least = Number.POSITIVE_INFINITY
  for (let go = 0; go < 8; go++) {
    const start = performance.now()
    for (let i = 0; i < 8; i++) hash(sample)
    least = Math.min(least, performance.now() - start)
  }
  return least
}
