import { errors, type Client, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { accessTokenSeconds } from '../../core/signing-keys.ts'
import type { ClientExtras } from './client-metadata.ts'
import { scopesOf } from '../../core/requested-scopes.ts'

/** The platform is one resource; the scopes it has are those the asking client was granted. */
export function createResourceInfo(audience: string) {
  return async (
    ctx: KoaContextWithOIDC,
    indicator: string,
    client: Client,
  ): Promise<ResourceServer> => {
    if (indicator !== audience) throw new errors.InvalidTarget()
    const scopes = userScopes(client, scopesOf(ctx.oidc.params))
    return {
      audience,
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
