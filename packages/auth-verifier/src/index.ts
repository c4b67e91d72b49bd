export {
  type Admitted,
  type Asked,
  isAgent,
  requires,
  requiresScope,
  type Requirement,
  serviceOnly,
  userOnly,
} from './authorize.ts'
export type { Caller, GrantType } from './caller.ts'
export {
  AgentRefused,
  type AuthenticationNeeded,
  AuthError,
  type AuthErrorCode,
  type AuthProblem,
  InsufficientAuthentication,
  InsufficientScope,
  InvalidProof,
  type InvalidProofReason,
  InvalidToken,
  type InvalidTokenReason,
  KeysUnavailable,
  type KeysUnavailableReason,
  PROOF_ALGORITHMS,
  ServiceRequired,
  TokenMissing,
  type TokenScheme,
  UserRequired,
} from './errors.ts'
export type { IgnoredKey, IgnoredKeyReason } from './jwk.ts'
export type { KeySetEvent } from './key-reader.ts'
export type { VerifierOptions } from './options.ts'
export { createProofMemory, type ProofMemory } from './proof-memory.ts'
export {
  createProofVerifier,
  type Possession,
  type ProofCounts,
  type ProofVerifier,
  type ProofVerifierOptions,
} from './proof-verifier.ts'
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
