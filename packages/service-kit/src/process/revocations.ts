import { createRevocationFeed, type RevocationFeed } from '@countersign/auth-verifier'
import { SCOPES } from '@countersign/contracts'
import { Type } from 'typebox'
import type { ServiceTokens } from '../network/service-token.ts'
import { listOf } from './config.ts'
import type { Logger } from './log.ts'

/** Settings of a service that reads what was revoked. */
export const RevocationConfig = {
  REVOCATION_FEED: Type.Enum(['open', 'closed', 'off'], {
    default: 'open',
    description:
      'Tokens while iam cannot say what was revoked: taken until they end (open) or refused with 503 (closed); off reads nothing.',
  }),
}

/**
 * What the identity service revoked, for the verifier of a service; undefined where that is turned
 * off. It reads once its `run` is one of the service's workers.
 */
export function createRevocationsOf(options: {
  readonly config: {
    readonly ISSUER_URL: string
    readonly JWKS_URL: string
    /** Of each process of iam, comma-separated, where it is not one for all. */
    readonly IAM_URL: string
    readonly REVOCATION_FEED: 'open' | 'closed' | 'off'
  }
  readonly clientId: string
  readonly tokens: ServiceTokens
  readonly log: Logger
}): RevocationFeed | undefined {
  const { config, clientId, tokens, log } = options
  if (config.REVOCATION_FEED === 'off') return undefined
  const scopes = [SCOPES.securityEvents]
  return createRevocationFeed({
    issuer: config.ISSUER_URL,
    jwksUrl: config.JWKS_URL,
    feedUrl: listOf(config.IAM_URL).map((at) => new URL('/internal/v1/iam/security-events', at)),
    clientId,
    whenDown: config.REVOCATION_FEED,
    getToken: (isRefused) => {
      if (isRefused) tokens.invalidate(scopes)
      return tokens.get(scopes)
    },
    onEvent: (event) => {
      if (event.type === 'recovered') log.info('revocations are read again')
      else log.warn({ ...event, err: event.error, error: undefined }, 'revocations are not read')
    },
  })
}
