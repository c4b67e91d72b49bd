import { InvalidToken } from './errors.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

export interface ClaimRules {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly clockToleranceSeconds: number
  readonly notBeforeToleranceSeconds: number
}

/** The time in which a token is good, in milliseconds since the epoch. */
export interface Validity {
  readonly fromMs: number
  readonly untilMs: number
}

/** @throws {@link InvalidToken} unless the claims are those of an access token for us. */
export function checkClaims(rules: ClaimRules, claims: JsonObject): Validity {
  if (claims['iss'] !== rules.issuer) throw new InvalidToken('issuer')
  checkAudience(rules.audiences, claims['aud'])
  checkIsAccessToken(claims)
  return readValidity(rules, claims)
}

/** @throws {@link InvalidToken} `expired` or `not_yet_valid`. */
export function checkTime({ fromMs, untilMs }: Validity, nowMs: number): void {
  // RFC 7519 section 4.1.4: not on or after. Put so that a time that is no number is never good.
  if (!(nowMs < untilMs)) throw new InvalidToken('expired')
  if (!(nowMs >= fromMs)) throw new InvalidToken('not_yet_valid')
}

const NO_KEY = ''

/**
 * Thumbprint of the key that the token is bound to (RFC 9449 section 6.1); undefined for a bearer
 * token. A token that is bound in a way not known here is bound to no key that anybody has.
 */
export function readBinding({ cnf }: JsonObject): string | undefined {
  if (cnf === undefined) return undefined
  if (!isJsonObject(cnf) || Object.keys(cnf).length !== 1) return NO_KEY
  return typeof cnf['jkt'] === 'string' ? cnf['jkt'] : NO_KEY
}

function readValidity(rules: ClaimRules, claims: JsonObject): Validity {
  const expiresAt = readSeconds(claims['exp'])
  const notBefore = claims['nbf'] === undefined ? 0 : readSeconds(claims['nbf'])
  // A token from the future was issued by a clock that cannot be trusted with `exp` either.
  // Required as well (RFC 9068 section 2.2): what was issued before a revocation is told by it.
  const issuedAt = readSeconds(claims['iat'])
  return {
    fromMs: (Math.max(notBefore, issuedAt) - rules.notBeforeToleranceSeconds) * 1000,
    untilMs: (expiresAt + rules.clockToleranceSeconds) * 1000,
  }
}

// The last second a Date can hold: what is beyond is no time but an accident or a trick.
const MAX_SECONDS = 8.64e12

function readSeconds(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= MAX_SECONDS)) {
    throw new InvalidToken('claims')
  }
  return value
}

function checkAudience(expected: readonly string[], audience: unknown): void {
  if (audience !== undefined && !isTexts(audience)) throw new InvalidToken('claims')
  if (expected.length === 0) return
  const audiences = typeof audience === 'string' ? [audience] : (audience ?? [])
  if (!expected.some((value) => audiences.includes(value))) throw new InvalidToken('audience')
}

function isTexts(value: unknown): value is string | string[] {
  if (typeof value === 'string') return true
  return Array.isArray(value) && value.every((member) => typeof member === 'string')
}

/**
 * Claims that only other tokens of the same issuer and key carry: ID tokens (OpenID Connect Core
 * section 3.1.3.6 and 3.3.2.11), logout tokens and security events (`events`, RFC 8417). Issuers
 * that set no `typ` give nothing else to tell them by.
 */
const FOREIGN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events', 'toe'] as const

function checkIsAccessToken(claims: JsonObject): void {
  for (const name of FOREIGN_CLAIMS) {
    if (claims[name] !== undefined) throw new InvalidToken('not_an_access_token')
  }
  const use = claims['token_use']
  if (use !== undefined && use !== 'access') throw new InvalidToken('not_an_access_token')
  // RFC 9068 section 2.2 requires it; an ID token has no client_id.
  if (claims['client_id'] === undefined) throw new InvalidToken('not_an_access_token')
  // So it does `jti`: a token without one could not be revoked by itself.
  if (typeof claims['jti'] !== 'string' || claims['jti'] === '') throw new InvalidToken('claims')
}
