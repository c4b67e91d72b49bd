/** Why a token was refused. Stable; safe to log and to count. */
export type InvalidTokenReason =
  | 'malformed'
  | 'too_large'
  | 'algorithm'
  | 'type'
  | 'critical_header'
  | 'embedded_key'
  | 'unknown_key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'not_yet_valid'
  | 'claims'
  | 'not_an_access_token'
  | 'revoked'
  | 'bound'
  | 'not_bound'

/** Why a proof of possession (RFC 9449) was refused. Stable; safe to log and to count. */
export type InvalidProofReason =
  | 'missing'
  | 'not_taken'
  | 'malformed'
  | 'type'
  | 'algorithm'
  | 'key'
  | 'binding'
  | 'signature'
  | 'claims'
  | 'method'
  | 'address'
  | 'time'
  | 'token'
  | 'replayed'

/** Signature algorithms of proofs, as the identity service takes them. */
export const PROOF_ALGORITHMS = ['ES256', 'Ed25519', 'EdDSA'] as const

/** How a token is presented, and refused: RFC 6750 or RFC 9449. */
export type TokenScheme = 'Bearer' | 'DPoP'

/** Why the key set could not be used. Stable; safe to log and to count. */
export type KeysUnavailableReason =
  | 'connect'
  | 'timeout'
  | 'status'
  | 'redirect'
  | 'too_large'
  | 'malformed'
  | 'no_usable_key'
  | 'source'
  | 'throttled'
  | 'revocations'
  | 'proofs'

export type AuthErrorCode =
  | 'auth.token_missing'
  | 'auth.invalid_token'
  | 'auth.invalid_dpop_proof'
  | 'auth.user_required'
  | 'auth.agent_refused'
  | 'auth.service_required'
  | 'auth.insufficient_scope'
  | 'auth.insufficient_authentication'
  | 'auth.keys_unavailable'

/**
 * The RFC 9457 body that the adapters send; `required` is there for `auth.insufficient_scope`,
 * `acrValues` and `maxAge` for `auth.insufficient_authentication`.
 */
export interface AuthProblem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: AuthErrorCode
  readonly required?: string
  readonly acrValues?: string
  readonly maxAge?: number
}

const PROBLEM_TYPES = 'urn:countersign:problem:'

/**
 * What all errors of this package have in common. The texts are fixed: no token, key or claim
 * ever becomes part of one, so they may be logged and sent as they are.
 */
export abstract class AuthError extends Error {
  abstract readonly code: AuthErrorCode
  /** HTTP status: 401, 403 or 503. */
  abstract readonly status: 401 | 403 | 503
  abstract readonly title: string

  /** Value of `WWW-Authenticate` (RFC 6750 section 3), or undefined where it says nothing. */
  abstract get wwwAuthenticate(): string | undefined

  /** Response headers that belong to the error. */
  get headers(): Record<string, string> {
    const value = this.wwwAuthenticate
    return value === undefined ? {} : { 'www-authenticate': value }
  }

  toProblem(): AuthProblem {
    const { title, status, code, message } = this
    return { type: PROBLEM_TYPES + code, title, status, detail: message, code }
  }
}

/** 401 `auth.token_missing`: the request carries no bearer token. */
export class TokenMissing extends AuthError {
  override readonly name = 'TokenMissing'
  readonly code = 'auth.token_missing'
  readonly status = 401
  readonly title = 'Access token missing'

  constructor() {
    super('Send an access token as Authorization: Bearer <token>.')
  }

  // RFC 6750 section 3.1: without a token the challenge carries no error code; section 3: yet it
  // must carry a parameter.
  get wwwAuthenticate() {
    return 'Bearer realm="countersign"'
  }
}

const invalidTokenDetails: Record<InvalidTokenReason, string> = {
  malformed: 'The access token is not a well-formed JWT.',
  too_large: 'The access token is too large.',
  algorithm: 'The access token is not signed with an accepted algorithm.',
  type: 'The token is of another type than an access token.',
  critical_header: 'The access token has header parameters that are not supported.',
  embedded_key: 'The access token names a key of its own.',
  unknown_key: 'The access token is signed with a key that the issuer does not publish.',
  signature: 'The signature of the access token is wrong.',
  issuer: 'The access token is from another issuer.',
  audience: 'The access token is for another audience.',
  expired: 'The access token has expired.',
  not_yet_valid: 'The access token is not valid yet.',
  claims: 'A claim of the access token is missing or has the wrong form.',
  not_an_access_token: 'The token is not an access token.',
  revoked: 'The access token has been revoked.',
  bound: 'The access token is bound to a key: it is sent as DPoP, with a proof.',
  not_bound: 'The access token is bound to no key: it is sent as Bearer.',
}

/** 401 `auth.invalid_token`: the token is not good, whatever is tried; get a new one. */
export class InvalidToken extends AuthError {
  override readonly name = 'InvalidToken'
  readonly code = 'auth.invalid_token'
  readonly status = 401
  readonly title = 'Access token not valid'
  readonly reason: InvalidTokenReason
  readonly scheme: TokenScheme

  constructor(reason: InvalidTokenReason, scheme: TokenScheme = 'Bearer') {
    super(invalidTokenDetails[reason])
    this.reason = reason
    this.scheme = scheme
  }

  get wwwAuthenticate() {
    return challenge(this.scheme, 'invalid_token', this.message)
  }
}

const invalidProofDetails: Record<InvalidProofReason, string> = {
  missing: 'There is no DPoP header.',
  not_taken: 'This server takes no tokens that are bound to a key.',
  malformed: 'The DPoP header is not one well-formed JWT.',
  type: 'The DPoP proof is not of the type dpop+jwt.',
  algorithm: 'The DPoP proof is not signed with an accepted algorithm.',
  key: 'The DPoP proof carries no public key that fits its algorithm.',
  binding: 'The access token is bound to another key than that of the DPoP proof.',
  signature: 'The signature of the DPoP proof is wrong.',
  claims: 'A claim of the DPoP proof is missing or has the wrong form.',
  method: 'The DPoP proof is for another method.',
  address: 'The DPoP proof is for another address.',
  time: 'The DPoP proof was not made just now.',
  token: 'The DPoP proof is for another access token.',
  replayed: 'The DPoP proof was used before.',
}

/** 401 `auth.invalid_dpop_proof`: make a new proof, for this very request, and send it again. */
export class InvalidProof extends AuthError {
  override readonly name = 'InvalidProof'
  readonly code = 'auth.invalid_dpop_proof'
  readonly status = 401
  readonly title = 'Proof of possession not valid'
  readonly reason: InvalidProofReason

  constructor(reason: InvalidProofReason) {
    super(invalidProofDetails[reason])
    this.reason = reason
  }

  get wwwAuthenticate() {
    return challenge('DPoP', 'invalid_dpop_proof', this.message)
  }
}

/** RFC 6750 section 3, RFC 9449 section 7.1. */
function challenge(scheme: TokenScheme, error: string, description: string): string {
  const text = `${scheme} error="${error}", error_description="${description}"`
  return scheme === 'DPoP' ? `${text}, algs="${PROOF_ALGORITHMS.join(' ')}"` : text
}

/** 403 `auth.user_required`: the token of a service, or of an agent, where only a user may act. */
export class UserRequired extends AuthError {
  override readonly name = 'UserRequired'
  readonly code = 'auth.user_required'
  readonly status = 403
  readonly title = 'A user token is required'

  constructor() {
    super('This address takes the access token of a signed-in user.')
  }

  get wwwAuthenticate() {
    return `Bearer error="insufficient_scope", error_description="${this.message}"`
  }
}

/** 403 `auth.agent_refused`: the token of an agent where nobody said that agents may act. */
export class AgentRefused extends AuthError {
  override readonly name = 'AgentRefused'
  readonly code = 'auth.agent_refused'
  readonly status = 403
  readonly title = 'Agents may not do this'

  constructor() {
    super('This address takes no access token by which an agent acts for a user.')
  }

  get wwwAuthenticate() {
    return `Bearer error="insufficient_scope", error_description="${this.message}"`
  }
}

/** 403 `auth.service_required`: a user token where only a service may act. */
export class ServiceRequired extends AuthError {
  override readonly name = 'ServiceRequired'
  readonly code = 'auth.service_required'
  readonly status = 403
  readonly title = 'A service token is required'

  constructor() {
    super('This address takes the access token of a service.')
  }

  get wwwAuthenticate() {
    return `Bearer error="insufficient_scope", error_description="${this.message}"`
  }
}

// RFC 6750 section 3: scope-val; anything else could break out of the quoted string.
const SCOPE_VALUE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** 403 `auth.insufficient_scope`: the token is good and lacks a permission or scope. */
export class InsufficientScope extends AuthError {
  override readonly name = 'InsufficientScope'
  readonly code = 'auth.insufficient_scope'
  readonly status = 403
  readonly title = 'Permission missing'
  /** The permission or scope that is missing; undefined where the caller may not know. */
  readonly required: string | undefined

  constructor(required?: string, detail?: string) {
    super(detail ?? 'The access token lacks a permission or scope that this address requires.')
    this.required = required
  }

  get wwwAuthenticate() {
    const { required } = this
    const known = required !== undefined && SCOPE_VALUE.test(required)
    return `Bearer error="insufficient_scope"${known ? `, scope="${required}"` : ''}`
  }

  override toProblem(): AuthProblem {
    const { required } = this
    return { ...super.toProblem(), ...(required === undefined ? {} : { required }) }
  }
}

const unavailableDetails = {
  keys: 'The key set of the identity service cannot be read at the moment.',
  revocations: 'What was revoked cannot be read at the moment.',
  proofs: 'No more proofs can be remembered at the moment.',
}

const isNamed = (reason: KeysUnavailableReason) => reason === 'revocations' || reason === 'proofs'

/** What somebody has to bring to be let through, in the words of an authorization request. */
export interface AuthenticationNeeded {
  /** Authentication contexts, any of which is enough, with spaces between. */
  readonly acrValues?: string
  /** How many seconds ago, at most, they may have proven who they are. */
  readonly maxAge?: number
}

// Authentication contexts with one space between; anything else could break out of the quoted string.
const ACR_VALUES = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/

/**
 * 401 `auth.insufficient_authentication`: the token is good, and who it is of has to prove anew, or
 * better, who they are: send them to the authorization endpoint with `acr_values` and `max_age`.
 *
 * @see RFC 9470 section 3.
 */
export class InsufficientAuthentication extends AuthError {
  override readonly name = 'InsufficientAuthentication'
  readonly code = 'auth.insufficient_authentication'
  readonly status = 401
  readonly title = 'A new sign-in is required'
  readonly needed: AuthenticationNeeded

  constructor(needed: AuthenticationNeeded) {
    super('Confirm who you are: this needs a more recent or a stronger authentication.')
    this.needed = needed
  }

  get wwwAuthenticate() {
    const { acrValues, maxAge } = this.needed
    const acr = acrValues !== undefined && ACR_VALUES.test(acrValues) ? acrValues : undefined
    return [
      'Bearer error="insufficient_user_authentication"',
      `error_description="${this.message}"`,
      ...(acr === undefined ? [] : [`acr_values="${acr}"`]),
      ...(maxAge === undefined ? [] : [`max_age="${Math.floor(maxAge)}"`]),
    ].join(', ')
  }

  override toProblem(): AuthProblem {
    return { ...super.toProblem(), ...this.needed }
  }
}

/**
 * 503 `auth.keys_unavailable`: the key set, or what was revoked, cannot be had, so nothing is known
 * about the token. It may be good: the caller keeps it and tries again after `retryAfterSeconds`.
 */
export class KeysUnavailable extends AuthError {
  override readonly name = 'KeysUnavailable'
  readonly code = 'auth.keys_unavailable'
  readonly status = 503
  readonly title = 'Signing keys unavailable'
  readonly reason: KeysUnavailableReason
  readonly retryAfterSeconds = 1

  constructor(reason: KeysUnavailableReason, options?: { cause?: unknown }) {
    super(isNamed(reason) ? unavailableDetails[reason] : unavailableDetails.keys, options)
    this.reason = reason
  }

  get wwwAuthenticate() {
    return undefined
  }

  override get headers(): Record<string, string> {
    return { 'retry-after': String(this.retryAfterSeconds) }
  }
}
