import { errors, type Client, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { accessTokenSeconds } from '../../core/signing-keys.ts'
import type { ClientExtras } from './client-metadata.ts'
import { resourcesOf, type Platform } from '../../core/resources.ts'
import { scopesOf } from '../../core/requested-scopes.ts'

/**
 * What is asked for without a resource is the platform's, and may be narrowed at the token endpoint
 * to anything that the client may ask for; what was asked for by name stays with those names.
 *
 * @see RFC 8707 section 2.2.
 */
export const createDefaultResource =
  (platform: Platform) =>
  (_ctx: KoaContextWithOIDC, client: Client, granted?: readonly string[]): string | string[] => {
    if (granted === undefined) return [...resourcesOf(platform, extrasOf(client).listed_resources)]
    return granted.includes(platform.audience) ? platform.audience : [...granted]
  }

/** A resource that the client may ask for; the scopes it has are those that the client was granted. */
export function createResourceInfo(platform: Platform) {
  return async (
    ctx: KoaContextWithOIDC,
    indicator: string,
    client: Client,
  ): Promise<ResourceServer> => {
    if (!resourcesOf(platform, extrasOf(client).listed_resources).includes(indicator))
      throw new errors.InvalidTarget()
    const scopes = userScopes(client, scopesOf(ctx.oidc.params))
    return {
      audience: indicator,
      scope: scopes.join(' '),
      accessTokenFormat: 'jwt',
      accessTokenTTL: accessTokenSeconds,
      jwt: { sign: { alg: 'RS256' } },
    }
  }
}

/** @throws InvalidScope naming the first scope that was not granted: none is dropped in silence. */
function userScopes(client: Client, requested: readonly string[]): readonly string[] {
  const { granted_scopes: granted } = extrasOf(client)
  const refused = requested.find((scope) => !granted.includes(scope))
  if (refused !== undefined)
    throw new errors.InvalidScope('requested scope is not granted to this client', refused)
  return granted
}

/** Our own members of a client, which the library carries along untyped. */
export const extrasOf = (client: Client): ClientExtras => client as unknown as ClientExtras
