import {
  createRevocationFeed,
  type RevocationFeed,
  type RevocationFeedEvent,
} from '@countersign/auth-verifier'
import type { Config } from './config.ts'
import type { createServiceTokens } from './workflow.ts'

/** What the identity service revoked, for the verifier; undefined where that is turned off. */
export function createFeed(
  config: Config,
  tokensFor: ReturnType<typeof createServiceTokens>,
  onEvent: (event: RevocationFeedEvent) => void,
): RevocationFeed | undefined {
  const { issuerUrl: issuer, jwksUrl, iamUrl, clientId, revocationFeed: whenDown } = config
  if (whenDown === 'off') return undefined
  return createRevocationFeed({
    issuer,
    jwksUrl,
    feedUrl: `${iamUrl}/internal/v1/iam/security-events`,
    clientId,
    whenDown,
    getToken: async (isRefused) => tokensFor('iam.security-events')({ isRefused }),
    onEvent,
  })
}
