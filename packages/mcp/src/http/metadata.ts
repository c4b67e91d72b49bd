/** RFC 9728 section 2: what a client must know to get a token for this server. */
export const describeResource = (resource: string, issuer: string) => ({
  resource,
  authorization_servers: [issuer],
  // What a token is good for is said by the permissions of its client; these open the sign-in.
  scopes_supported: ['openid'],
  bearer_methods_supported: ['header'],
  resource_name: 'Countersign approvals',
})

/** RFC 9728 section 3.1: the well-known part stands between the host and the path of the resource. */
export function metadataUrlOf(resource: string): URL {
  const { origin, pathname } = new URL(resource)
  return new URL(`/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`, origin)
}
