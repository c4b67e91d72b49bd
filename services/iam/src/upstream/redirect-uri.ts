/** Where OpenID providers of tenants send browsers back to. */
export const upstreamPath = '/signin/upstream'

/**
 * The redirect address of one provider alone, so that the answer of another is never taken for its
 * own (RFC 9700 section 4.4.2.2).
 */
export const redirectUriOf = (issuer: string, providerId: string) =>
  `${issuer}${upstreamPath}/${providerId}`
