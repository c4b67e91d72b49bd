import { errors, type Client, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { decideServiceScopes } from '../core/service-scopes.ts'
import { accessTokenSeconds } from '../core/signing-keys.ts'
import { tenantOfScope } from '@countersign/contracts'
import type { IamDatabase } from '../db/types.ts'
import type { ClientExtras } from './client-metadata.ts'
import { mayNameTenant } from './client-queries.ts'
import { scopesOf } from './scope.ts'

/** The platform is one resource; the scopes it has are those the asking client was granted. */
export function createResourceInfo(db: IamDatabase, audience: string) {
  return async (
    ctx: KoaContextWithOIDC,
    indicator: string,
    client: Client,
  ): Promise<ResourceServer> => {
    if (indicator !== audience) throw new errors.InvalidTarget()
    const requested = scopesOf(ctx.oidc.params)
    const scopes = client.grantTypeAllowed('client_credentials')
      ? await serviceScopes(db, client, requested)
      : userScopes(client, requested)
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

async function serviceScopes(
  db: IamDatabase,
  client: Client,
  requested: readonly string[],
): Promise<readonly string[]> {
  const { row_id: rowId, granted_scopes: granted } = extrasOf(client)
  const named = [...new Set(requested.map(tenantOfScope).filter((id) => id !== undefined))]
  const allowed = await Promise.all(named.map((tenantId) => mayNameTenant(db, rowId, tenantId)))
  const decision = decideServiceScopes(
    requested,
    granted,
    (tenantId) => allowed[named.indexOf(tenantId)] === true,
  )
  if (!decision.allowed) throw new errors.InvalidScope(decision.reason, decision.scope)
  return decision.scopes
}

/** Our own members of a client, which the library carries along untyped. */
export const extrasOf = (client: Client): ClientExtras => client as unknown as ClientExtras
