import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

// RFC 8410: what stands before the 32 bytes of a key in PKCS #8 and in SubjectPublicKeyInfo.
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32

/** @param seed 32 bytes in base64url, as a setting holds them. */
export function privateKeyOf(seed: string): KeyObject {
  const key = Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed, 'base64url')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** @param seed 32 bytes in base64url. @returns the public key, 32 bytes in base64url. */
export function publicKeyOf(seed: string): string {
  const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
  return der.subarray(PUBLIC_PREFIX.length).toString('base64url')
}

/** @returns undefined for what is no key. */
export function readPublicKey(publicKey: string): KeyObject | undefined {
  const raw = Buffer.from(publicKey, 'base64url')
  if (raw.length !== KEY_BYTES) return undefined
  const key = Buffer.concat([PUBLIC_PREFIX, raw])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

/** The name of a public key: its JWK thumbprint (RFC 7638, RFC 8037 appendix A.3). */
export const kidOf = (publicKey: string): string =>
  createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":"${publicKey}"}`)
    .digest('base64url')

/**
 * A compact JWS (RFC 7515) by Ed25519 (RFC 8037).
 *
 * @param typ What kind of statement it is: a signature for one kind is none for another.
 */
export function signJws(seed: string, typ: string, payload: unknown): string {
  const header = { alg: 'EdDSA', kid: kidOf(publicKeyOf(seed)), typ }
  const content = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${sign(null, Buffer.from(content), privateKeyOf(seed)).toString('base64url')}`
}

/**
 * What a compact JWS says, when it is of this kind and one of these keys signed it; undefined
 * otherwise. What it says is not checked further.
 */
export function openJws(jws: string, typ: string, publicKeys: readonly string[]): unknown {
  const [header, payload, signature, ...more] = jws.split('.')
  if (signature === undefined || more.length > 0) return undefined
  const said = parse(header)
  if (!isHeader(said) || said.alg !== 'EdDSA' || said.typ !== typ) return undefined
  const signedBy = publicKeys.find((each) => kidOf(each) === said.kid)
  const key = signedBy === undefined ? undefined : readPublicKey(signedBy)
  if (key === undefined) return undefined
  const content = Buffer.from(`${header}.${payload}`)
  if (!verify(null, content, key, Buffer.from(signature, 'base64url'))) return undefined
  return parse(payload)
}

interface Header {
  readonly alg?: unknown
  readonly kid?: unknown
  readonly typ?: unknown
}

const isHeader = (value: unknown): value is Header => typeof value === 'object' && value !== null

function parse(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}
