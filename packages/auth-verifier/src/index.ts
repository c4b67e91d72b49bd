export { requires, requiresScope, type Requirement, serviceOnly, userOnly } from './authorize.ts'
export type { Caller, GrantType } from './caller.ts'
export {
  AuthError,
  type AuthErrorCode,
  type AuthProblem,
  InsufficientScope,
  InvalidToken,
  type InvalidTokenReason,
  KeysUnavailable,
  type KeysUnavailableReason,
  ServiceRequired,
  TokenMissing,
  UserRequired,
} from './errors.ts'
export type { IgnoredKey, IgnoredKeyReason } from './jwk.ts'
export type { KeySetEvent } from './key-reader.ts'
export type { VerifierOptions } from './options.ts'
export {
  createRevocationFeed,
  type RevocationFeed,
  type RevocationFeedEvent,
  type RevocationFeedOptions,
} from './revocation-feed.ts'
export {
  createRevocations,
  type Revocation,
  type RevocationCheck,
  type Revocations,
} from './revocations.ts'
export type { Algorithm, TokenType } from './token.ts'
export { createVerifier, type Verifier } from './verifier.ts'
export { type CallbackRules, verifyCallback } from './verify-callback.ts'
