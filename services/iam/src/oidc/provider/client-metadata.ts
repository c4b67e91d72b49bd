import type { AdapterPayload } from 'oidc-provider'
import type { PermissionLimit } from '../../core/client-permissions.ts'
import { openScopes, type AccessTokenType } from '../../core/clients.ts'
import type { Db } from '../../db/types.ts'
import { findUsableClient, type UsableClient } from '../store/client-queries.ts'

/** What the platform knows of a client beyond the registered metadata of RFC 7591. */
export interface ClientExtras {
  readonly row_id: string
  readonly owner_tenant: string | null
  readonly consent_page: boolean
  readonly granted_scopes: readonly string[]
  readonly permission_limit: PermissionLimit
  readonly listed_resources: readonly string[]
  /** Null: the deployment's. */
  readonly token_type: AccessTokenType | null
  readonly agent: boolean
}

export const clientExtraNames = [
  'row_id',
  'owner_tenant',
  'consent_page',
  'granted_scopes',
  'permission_limit',
  'listed_resources',
  'token_type',
  'agent',
] as const satisfies readonly (keyof ClientExtras)[]

/** A client in the terms of oidc-provider. */
export async function findClientMetadata(
  db: Db,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const client = await findUsableClient(db, clientId)
  return client === undefined ? undefined : metadataOf(client)
}

export function metadataOf(client: UsableClient): AdapterPayload {
  const isSpa = client.type === 'SPA'
  const extras: ClientExtras = {
    row_id: client.id,
    owner_tenant: client.tenantId,
    consent_page: client.requireConsent,
    granted_scopes: isSpa ? [...new Set([...openScopes, ...client.scopes])] : client.scopes,
    permission_limit: client.permissions,
    listed_resources: client.resources,
    token_type: client.accessTokenType,
    agent: client.agent,
  }
  return {
    client_id: client.clientId,
    client_name: client.name,
    // The library then leaves the port of this machine's own addresses open (RFC 8252 section 7.3).
    application_type: client.agent ? 'native' : 'web',
    token_endpoint_auth_method: client.authMethod,
    grant_types: client.grantTypes,
    response_types: isSpa ? ['code'] : [],
    redirect_uris: client.redirectUris,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
    ...(client.backchannelLogoutUri === null
      ? {}
      : {
          backchannel_logout_uri: client.backchannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
    // The library wants one for this method; secrets are compared by our own hashes.
    ...(isSpa ? {} : { client_secret: `unused:${client.id}` }),
    ...extras,
  }
}
