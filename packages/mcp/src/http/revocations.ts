import { clientCredentials } from '@countersign/client'
import { createRevocationFeed, type RevocationFeed } from '@countersign/auth-verifier'

export interface FeedOptions {
  readonly platformUrl: string
  /** Where `/internal` of the platform is reached. */
  readonly internalUrl: string
  /** A SERVICE client with the scope `iam.security-events`. */
  readonly clientId: string
  readonly clientSecret: string
}

/** What was revoked is refused here as well, and not only by the services that are called. */
export function createFeed(options: FeedOptions): RevocationFeed {
  const { platformUrl, internalUrl, clientId, clientSecret } = options
  const tokenUrl = `${platformUrl}/oauth2/token`
  const getToken = clientCredentials({ tokenUrl, clientId, clientSecret })('iam.security-events')
  return createRevocationFeed({
    issuer: platformUrl,
    jwksUrl: `${platformUrl}/oauth2/jwks`,
    clientId,
    feedUrl: `${internalUrl}/internal/v1/iam/security-events`,
    getToken: async (isRefused) => getToken({ isRefused }),
  })
}
