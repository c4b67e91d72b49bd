import { decodeBase64Url } from './base64url.ts'
import { InvalidProof } from './errors.ts'
import { type JsonObject, parseJsonObject } from './json-object.ts'
import { type ProofKey, readProofKey } from './proof-key.ts'

/** What a proof must be for (RFC 9449 section 4.3). */
export interface ProofRules {
  /** `htm`, compared as it is. */
  readonly method: string
  /** `htu` must be one of them; queries and fragments are left out of account. */
  readonly addresses: readonly string[]
  /** `iat` may be so far away from now, to either side. */
  readonly maxAgeSeconds: number
  readonly nowMs: number
  /** SHA-256 of the access token in base64url; undefined where the proof comes without one. */
  readonly ath?: string | undefined
  /** Thumbprint of the only key that will do. */
  readonly jkt?: string | undefined
}

/** A proof that holds, but for whether it was used before. */
export interface CheckedProof {
  readonly jkt: string
  readonly jti: string
  /** `iat` in milliseconds. */
  readonly issuedAtMs: number
}

const MAX_PROOF_LENGTH = 8192
const MAX_JTI_LENGTH = 256

/**
 * Checks a DPoP proof: checks 1 to 9, 11 and 12 of RFC 9449 section 4.3. No nonce is handed out, so
 * none is asked for (10). Whether it was used before (section 11.1) is the caller's to ask.
 *
 * @throws {@link InvalidProof}
 */
export function checkProof(rules: ProofRules, proof: string): CheckedProof {
  // Two headers arrive joined by a comma, which is in no JWT.
  if (typeof proof !== 'string' || proof.length > MAX_PROOF_LENGTH) {
    throw new InvalidProof('malformed')
  }
  const [head = '', body = '', tail = '', ...more] = proof.split('.')
  const signature = decodeBase64Url(tail)
  if (more.length > 0 || tail === '' || signature === undefined) throw new InvalidProof('malformed')
  const header = decodeObject(head)
  const key = checkHeader(header)
  if (rules.jkt !== undefined && key.jkt !== rules.jkt) throw new InvalidProof('binding')
  if (!key.isSigned(`${head}.${body}`, signature)) throw new InvalidProof('signature')
  const { jti, iat } = checkClaims(rules, decodeObject(body))
  return { jkt: key.jkt, jti, issuedAtMs: iat * 1000 }
}

function decodeObject(part: string): JsonObject {
  const bytes = decodeBase64Url(part)
  const object = bytes === undefined ? undefined : parseJsonObject(bytes)
  if (object === undefined) throw new InvalidProof('malformed')
  return object
}

function checkHeader(header: JsonObject): ProofKey {
  if (header['typ'] !== 'dpop+jwt') throw new InvalidProof('type')
  // RFC 7515 section 4.1.11: what is critical and not understood.
  if (header['crit'] !== undefined) throw new InvalidProof('malformed')
  return readProofKey(header)
}

function checkClaims(rules: ProofRules, claims: JsonObject): { jti: string; iat: number } {
  const { jti, htm, htu, iat, ath } = claims
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_LENGTH) {
    throw new InvalidProof('claims')
  }
  if (typeof htm !== 'string' || typeof htu !== 'string' || typeof iat !== 'number') {
    throw new InvalidProof('claims')
  }
  if (htm !== rules.method) throw new InvalidProof('method')
  const address = normalizeAddress(htu)
  if (address === undefined || !rules.addresses.some((at) => normalizeAddress(at) === address)) {
    throw new InvalidProof('address')
  }
  // Put so that a time that is no number is never good.
  if (!(Math.abs(rules.nowMs / 1000 - iat) <= rules.maxAgeSeconds)) throw new InvalidProof('time')
  if (rules.ath !== undefined && ath !== rules.ath) throw new InvalidProof('token')
  return { jti, iat }
}

/** RFC 3986 section 6.2: two spellings of one address are one; without query and fragment. */
function normalizeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  url.search = ''
  url.hash = ''
  return url.href.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
  })
}
