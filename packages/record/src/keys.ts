import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

/** A published key of records, as a JWK (RFC 7517, RFC 8037). */
export interface RecordKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  /** 32 bytes, base64url. */
  readonly x: string
  readonly kid: string
}

/** Keys by their names. */
export type RecordKeys = ReadonlyMap<string, KeyObject>

/** The name of a key: its RFC 7638 thumbprint, so that no other key can have it. @param x as in its JWK. */
export const keyIdOf = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')

/**
 * Reads a JWK set, as `GET /api/bpm/v1/record-keys` answers. Keys of other kinds are passed over.
 *
 * @throws Error when it is none, or when a key does not fit its name: then the set was altered.
 */
export function readKeySet(text: string): RecordKeys {
  const keys = new Map<string, KeyObject>()
  for (const key of readKeys(text)) {
    if (!isRecordKey(key)) continue
    if (keyIdOf(key.x) !== key.kid) throw new Error(`key ${key.kid} does not fit its name`)
    const jwk: JsonWebKey = { kty: key.kty, crv: key.crv, x: key.x }
    keys.set(key.kid, createPublicKey({ key: jwk, format: 'jwk' }))
  }
  if (keys.size === 0) throw new Error('there is no Ed25519 key in the key set')
  return keys
}

function readKeys(text: string): unknown[] {
  try {
    const set: unknown = JSON.parse(text)
    if (isObject(set) && Array.isArray(set['keys'])) return set['keys']
  } catch {
    // Said below, as for any other text.
  }
  throw new Error('this is no JWK set (RFC 7517)')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isRecordKey = (key: unknown): key is RecordKey =>
  isObject(key) &&
  key['kty'] === 'OKP' &&
  key['crv'] === 'Ed25519' &&
  typeof key['x'] === 'string' &&
  typeof key['kid'] === 'string'
