import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { decodeBase64Url } from './base64url.ts'
import { InvalidProof, PROOF_ALGORITHMS } from './errors.ts'
import { PRIVATE_MEMBERS } from './jwk.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/** The key that a proof carries and was made with. */
export interface ProofKey {
  /** The thumbprint that a bound token names as `cnf.jkt` (RFC 7638, RFC 9449 section 6.1). */
  readonly jkt: string
  readonly isSigned: (signed: string, signature: Buffer) => boolean
}

/** @throws {@link InvalidProof} `algorithm` or `key`. */
export function readProofKey({ alg, jwk }: JsonObject): ProofKey {
  if (!PROOF_ALGORITHMS.some((known) => known === alg)) throw new InvalidProof('algorithm')
  if (!isJsonObject(jwk) || PRIVATE_MEMBERS.some((name) => jwk[name] !== undefined)) {
    throw new InvalidProof('key')
  }
  return alg === 'ES256' ? readEcKey(jwk) : readEdKey(jwk)
}

function readEcKey({ kty, crv, x, y }: JsonObject): ProofKey {
  if (kty !== 'EC' || crv !== 'P-256' || !isCoordinate(x) || !isCoordinate(y)) {
    throw new InvalidProof('key')
  }
  const key = importKey({ crv, kty, x, y })
  return {
    jkt: thumbprint({ crv, kty, x, y }),
    isSigned: (signed, signature) =>
      isTrue(() =>
        verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature),
      ),
  }
}

function readEdKey({ kty, crv, x }: JsonObject): ProofKey {
  if (kty !== 'OKP' || crv !== 'Ed25519' || !isCoordinate(x)) throw new InvalidProof('key')
  const key = importKey({ crv, kty, x })
  return {
    jkt: thumbprint({ crv, kty, x }),
    isSigned: (signed, signature) =>
      isTrue(() => verify(null, Buffer.from(signed), key, signature)),
  }
}

const COORDINATE_BYTES = 32

// In its one spelling: two spellings of a key would have two thumbprints.
const isCoordinate = (value: unknown): value is string =>
  typeof value === 'string' && decodeBase64Url(value)?.length === COORDINATE_BYTES

function importKey(key: Record<string, string>): KeyObject {
  try {
    return createPublicKey({ format: 'jwk', key })
  } catch {
    // Such as a point that is not on the curve.
    throw new InvalidProof('key')
  }
}

// RFC 7638 section 3: the required members alone, in the order of their names.
const thumbprint = (members: Record<string, string>) =>
  createHash('sha256').update(JSON.stringify(members)).digest('base64url')

function isTrue(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
