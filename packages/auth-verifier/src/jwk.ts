import { createPublicKey, type KeyObject } from 'node:crypto'
import { decodeBase64Url } from './base64url.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import type { Algorithm } from './token.ts'

/** A key of the set that may verify tokens. */
export interface VerificationKey {
  readonly kid: string
  /** The one algorithm that the key is for; undefined where the set does not say. */
  readonly algorithm: string | undefined
  readonly publicKey: KeyObject
  /** The modulus and exponent as published: tells whether a kid still stands for the same key. */
  readonly material: string
}

export type IgnoredKeyReason =
  | 'not_an_object'
  | 'no_kid'
  | 'duplicate_kid'
  | 'not_rsa'
  | 'not_for_signatures'
  | 'algorithm'
  | 'private_key'
  | 'weak_key'
  | 'malformed'

export interface IgnoredKey {
  readonly kid: string | undefined
  readonly reason: IgnoredKeyReason
}

export interface KeySetContent {
  readonly keys: ReadonlyMap<string, VerificationKey>
  readonly ignored: readonly IgnoredKey[]
}

// A set with thousands of keys is a mistake, and each unknown kid would pay for it.
const MAX_KEYS = 64

/**
 * Picks the usable keys out of a JWK Set (RFC 7517), or answers undefined when it is none. Keys of
 * other kinds or uses are left out, not an error: issuers publish keys for others too.
 */
export function readKeySet(
  value: unknown,
  algorithms: readonly Algorithm[],
): KeySetContent | undefined {
  if (!isJsonObject(value)) return undefined
  const { keys: members } = value
  if (!Array.isArray(members) || members.length > MAX_KEYS) return undefined

  const keys = new Map<string, VerificationKey>()
  const ignored: IgnoredKey[] = []
  const repeated = findRepeatedKids(members)
  for (const member of members) {
    const kid = kidOf(member)
    const key =
      kid !== undefined && repeated.has(kid) ? 'duplicate_kid' : readKey(member, algorithms)
    if (typeof key === 'string') ignored.push({ kid, reason: key })
    else keys.set(key.kid, key)
  }
  return { keys, ignored }
}

function kidOf(member: unknown): string | undefined {
  if (!isJsonObject(member)) return undefined
  const { kid } = member
  return typeof kid === 'string' && kid !== '' ? kid : undefined
}

// Which of two keys a kid means is anybody's guess, so it means neither.
function findRepeatedKids(members: readonly unknown[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const member of members) {
    const kid = kidOf(member)
    if (kid === undefined) continue
    if (seen.has(kid)) repeated.add(kid)
    seen.add(kid)
  }
  return repeated
}

/** RFC 7518 sections 6.2.2, 6.3.2 and 6.4. Who publishes these has lost the key. */
export const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const

function readKey(
  member: unknown,
  algorithms: readonly Algorithm[],
): VerificationKey | IgnoredKeyReason {
  if (!isJsonObject(member)) return 'not_an_object'
  const kid = kidOf(member)
  if (kid === undefined) return 'no_kid'
  const { kty, n, e, alg } = member
  if (kty !== 'RSA') return 'not_rsa'
  if (PRIVATE_MEMBERS.some((name) => member[name] !== undefined)) return 'private_key'
  if (!isForVerifying(member)) return 'not_for_signatures'
  if (alg !== undefined && !algorithms.some((allowed) => allowed === alg)) return 'algorithm'
  if (typeof n !== 'string' || typeof e !== 'string') return 'malformed'
  const publicKey = importRsaKey(n, e)
  if (typeof publicKey === 'string') return publicKey
  return {
    kid,
    algorithm: typeof alg === 'string' ? alg : undefined,
    publicKey,
    material: `${n}.${e}`,
  }
}

/** RFC 7517 sections 4.2 and 4.3; where both are given, both must allow it. */
function isForVerifying({ use, key_ops: operations }: JsonObject): boolean {
  if (use !== undefined && use !== 'sig') return false
  if (operations === undefined) return true
  return Array.isArray(operations) && operations.includes('verify')
}

const MIN_MODULUS_BITS = 2048
// Beyond this one verification costs milliseconds.
const MAX_MODULUS_BITS = 8192

function importRsaKey(n: string, e: string): KeyObject | 'malformed' | 'weak_key' {
  if (decodeBase64Url(n) === undefined || decodeBase64Url(e) === undefined) return 'malformed'
  let publicKey: KeyObject
  try {
    publicKey = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e } })
  } catch {
    return 'malformed'
  }
  const { modulusLength = 0, publicExponent = 0n } = publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength < MIN_MODULUS_BITS || modulusLength > MAX_MODULUS_BITS) return 'weak_key'
  // FIPS 186-5 section 5.1: odd and above 2^16. With e = 1 everybody can sign.
  return publicExponent > 65_536n && publicExponent % 2n === 1n ? publicKey : 'weak_key'
}
