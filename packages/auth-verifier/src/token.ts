import { decodeBase64Url } from './base64url.ts'
import { InvalidToken } from './errors.ts'
import { type JsonObject, parseJsonObject } from './json-object.ts'

/** Signature algorithms with RSA keys (RFC 7518 section 3.1). */
export type Algorithm = 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512'

/** Values of the `typ` header; `none` stands for a header without one. */
export type TokenType = 'at+jwt' | 'JWT' | 'none' | (string & {})

export interface HeaderRules {
  readonly algorithms: readonly Algorithm[]
  /** In lower case, without `application/`. */
  readonly types: readonly string[]
}

export interface TokenHeader {
  readonly kid: string
  readonly algorithm: Algorithm
}

export interface TokenParts {
  readonly header: string
  readonly payload: string
  readonly signature: string
  /** What the signature covers. */
  readonly signed: string
}

/** @throws {@link InvalidToken} unless the text is three parts with something in each. */
export function splitToken(token: string): TokenParts {
  const first = token.indexOf('.')
  const second = token.indexOf('.', first + 1)
  if (first < 1 || second <= first + 1 || second === token.length - 1) {
    throw new InvalidToken('malformed')
  }
  return {
    header: token.slice(0, first),
    payload: token.slice(first + 1, second),
    // A further dot stays in here and is no base64url.
    signature: token.slice(second + 1),
    signed: token.slice(0, second),
  }
}

/** @throws {@link InvalidToken} `malformed` for anything but a JSON object in canonical base64url. */
export function decodeObject(part: string): JsonObject {
  const object = parseJsonObject(decodeBytes(part))
  if (object === undefined) throw new InvalidToken('malformed')
  return object
}

/** @throws {@link InvalidToken} `malformed` for anything but canonical base64url. */
export function decodeBytes(part: string): Buffer {
  const bytes = decodeBase64Url(part)
  if (bytes === undefined) throw new InvalidToken('malformed')
  return bytes
}

const MAX_KID_LENGTH = 256
// A key or certificate in the token, or an address of one (RFC 7515 section 4.1), is the sender's
// word about itself. `zip` belongs to encryption.
const EMBEDDED = ['jwk', 'jku', 'x5u', 'x5c'] as const

/** @throws {@link InvalidToken} unless the header is one that the rules allow. */
export function checkHeader(rules: HeaderRules, header: JsonObject): TokenHeader {
  const { alg, kid } = header
  if (header['crit'] !== undefined || header['b64'] !== undefined || header['zip'] !== undefined) {
    throw new InvalidToken('critical_header')
  }
  for (const name of EMBEDDED) {
    if (header[name] !== undefined) throw new InvalidToken('embedded_key')
  }
  const algorithm = rules.algorithms.find((allowed) => allowed === alg)
  if (algorithm === undefined) throw new InvalidToken('algorithm')
  if (!isAllowedType(rules.types, header['typ'])) throw new InvalidToken('type')
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH) {
    throw new InvalidToken('malformed')
  }
  return { kid, algorithm }
}

function isAllowedType(types: readonly string[], type: unknown): boolean {
  if (type === undefined) return types.includes('none')
  if (typeof type !== 'string') return false
  const name = normalizeType(type)
  // It stands for a header without a type, and is none itself, however it is spelled.
  return name !== 'none' && types.includes(name)
}

/** RFC 7515 section 4.1.9: media types without case, `application/` may be left out. */
export function normalizeType(type: string): string {
  return type.toLowerCase().replace(/^application\//, '')
}
