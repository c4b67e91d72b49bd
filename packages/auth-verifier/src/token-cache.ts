import crypto from 'node:crypto'
import type { Caller } from './caller.ts'
import type { Validity } from './claims.ts'
import type { VerificationKey } from './jwk.ts'

/** What is remembered of a token that verified; the token itself is not. */
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
  get(digest: string): VerifiedToken | undefined
  set(digest: string, verified: VerifiedToken): void
  delete(digest: string): void
}

/** Keeps the `limit` entries used last. */
export function createTokenCache(limit: number): TokenCache {
  const entries = new Map<string, VerifiedToken>()
  return {
    get(digest) {
      const entry = entries.get(digest)
      if (entry === undefined) return undefined
      // A Map iterates in the order of insertion: to insert again makes it the youngest.
      entries.delete(digest)
      entries.set(digest, entry)
      return entry
    },
    set(digest, verified) {
      entries.delete(digest)
      entries.set(digest, verified)
      if (entries.size <= limit) return
      const oldest = entries.keys().next()
      if (oldest.done !== true) entries.delete(oldest.value)
    },
    delete: (digest) => void entries.delete(digest),
  }
}

// crypto.hash came with Node 20.12 and costs half of a Hash object.
const hash = crypto.hash as typeof crypto.hash | undefined

/** SHA-256 of the token: a cache that leaks its keys leaks no tokens. */
export const digestToken: (token: string) => string =
  hash === undefined
    ? (token) => crypto.createHash('sha256').update(token).digest('base64url')
    : (token) => hash('sha256', token, 'base64url')
