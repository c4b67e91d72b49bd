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

export type AuthErrorCode =
  | 'auth.token_missing'
  | 'auth.invalid_token'
  | 'auth.user_required'
  | 'auth.service_required'
  | 'auth.insufficient_scope'
  | 'auth.keys_unavailable'

/** The RFC 9457 body that the adapters send; `required` is there for `auth.insufficient_scope`. */
export interface AuthProblem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: AuthErrorCode
  readonly required?: string
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
}

/** 401 `auth.invalid_token`: the token is not good, whatever is tried; get a new one. */
export class InvalidToken extends AuthError {
  override readonly name = 'InvalidToken'
  readonly code = 'auth.invalid_token'
  readonly status = 401
  readonly title = 'Access token not valid'
  readonly reason: InvalidTokenReason

  constructor(reason: InvalidTokenReason) {
    super(invalidTokenDetails[reason])
    this.reason = reason
  }

  get wwwAuthenticate() {
    return `Bearer error="invalid_token", error_description="${this.message}"`
  }
}

/** 403 `auth.user_required`: a service token where only a user may act. */
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
    const what =
      reason === 'revocations' ? 'What was revoked' : 'The key set of the identity service'
    super(`${what} cannot be read at the moment.`, options)
    this.reason = reason
  }

  get wwwAuthenticate() {
    return undefined
  }

  override get headers(): Record<string, string> {
    return { 'retry-after': String(this.retryAfterSeconds) }
  }
}
