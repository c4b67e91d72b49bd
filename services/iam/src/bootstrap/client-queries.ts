import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { normalizeLimit } from '../core/client-permissions.ts'
import type { ClientRules } from '../core/clients.ts'
import type { Db } from '../db/types.ts'
import { orKept } from './queries.ts'
import type { Existing, SeedClient } from './seed.ts'

/** A client that is there now, and whether it was before. */
export interface UpsertedClient {
  readonly id: string
  readonly isNew: boolean
}

/**
 * A type that changed is refused by the constraints. Undefined, and nothing is written, when the client
 * is there and is an agent where this one is none, or the other way round.
 */
export async function upsertClient(
  db: Db,
  client: SeedClient,
  rules: ClientRules,
  existing: Existing,
): Promise<UpsertedClient | undefined> {
  const newId = uuidv7()
  const { rows } = await sql<{ id: string }>`
    insert into clients as c (id, client_id, tenant_id, type, name, auth_method, grant_types, pkce_method,
                              redirect_uris, post_logout_redirect_uris, require_consent, scopes, all_tenants, backchannel_logout_uri, access_token_type,
                              permissions, resources, dpop_bound_access_tokens, require_pushed_authorization_requests, agent, requires_mfa)
    values (${newId}, ${client.clientId}, ${client.tenantId ?? null}, ${rules.type}, ${client.name}, ${rules.auth_method},
            ${[...rules.grant_types]}, ${rules.pkce_method}, ${client.redirectUris ?? []}, ${client.postLogoutRedirectUris ?? []},
            ${client.requireConsent ?? client.agent ?? false}, ${client.scopes}, ${client.allTenants ?? false}, ${client.backchannelLogoutUri ?? null},
            ${client.accessTokenType ?? null}, ${normalizeLimit(client.permissions ?? null)}, ${client.resources ?? []},
            ${client.dpopBoundAccessTokens ?? false}, ${client.requirePushedAuthorizationRequests ?? false}, ${client.agent ?? false}, ${client.requiresMfa ?? false})
    on conflict on constraint clients_client_id_unique do update
    set ${existing === 'set' ? setAll(client) : setAddresses(client)}
    where c.agent = excluded.agent
    returning id`.execute(db)
  const id = rows[0]?.id
  return id === undefined ? undefined : { id, isNew: id === newId }
}

function setAll(client: SeedClient) {
  const permissions =
    client.permissions === undefined ? sql`c.permissions` : sql`excluded.permissions`
  const mfa = orKept(client.requiresMfa, sql`c.requires_mfa`)
  return sql`
    tenant_id = excluded.tenant_id, type = excluded.type, name = excluded.name, auth_method = excluded.auth_method,
    grant_types = excluded.grant_types, pkce_method = excluded.pkce_method, redirect_uris = excluded.redirect_uris,
    post_logout_redirect_uris = excluded.post_logout_redirect_uris, require_consent = excluded.require_consent,
    scopes = excluded.scopes, all_tenants = excluded.all_tenants,
    backchannel_logout_uri = excluded.backchannel_logout_uri, access_token_type = excluded.access_token_type,
    permissions = ${permissions}, resources = excluded.resources,
    dpop_bound_access_tokens = excluded.dpop_bound_access_tokens,
    require_pushed_authorization_requests = excluded.require_pushed_authorization_requests,
    requires_mfa = ${mfa},
    revision = c.revision + case when (c.tenant_id, c.name, c.redirect_uris, c.post_logout_redirect_uris, c.require_consent, c.scopes, c.all_tenants, c.backchannel_logout_uri, c.access_token_type, c.permissions, c.resources, c.dpop_bound_access_tokens, c.require_pushed_authorization_requests, c.requires_mfa)
      is distinct from (excluded.tenant_id, excluded.name, excluded.redirect_uris, excluded.post_logout_redirect_uris, excluded.require_consent, excluded.scopes, excluded.all_tenants, excluded.backchannel_logout_uri, excluded.access_token_type, ${permissions}, excluded.resources, excluded.dpop_bound_access_tokens, excluded.require_pushed_authorization_requests, ${mfa})
      then 1 else 0 end`
}

/** Where its pages are may follow the platform; what administrators made of it since is theirs. */
function setAddresses(client: SeedClient) {
  const named = (address: unknown, column: string) =>
    sql`${sql.ref(address === undefined ? `c.${column}` : `excluded.${column}`)}`
  const addresses = sql`${named(client.redirectUris, 'redirect_uris')},
    ${named(client.postLogoutRedirectUris, 'post_logout_redirect_uris')},
    ${named(client.backchannelLogoutUri, 'backchannel_logout_uri')}`
  const isMoved = sql`(c.redirect_uris, c.post_logout_redirect_uris, c.backchannel_logout_uri)
    is distinct from (${addresses})`
  return sql`
    (redirect_uris, post_logout_redirect_uris, backchannel_logout_uri) = (${addresses}),
    revision = c.revision + case when ${isMoved} then 1 else 0 end,
    updated_at = case when ${isMoved} then now() else c.updated_at end`
}

export function addClientTenants(db: Db, clientId: string, tenantIds: readonly string[]) {
  return sql`
    insert into client_tenants (client_id, tenant_id)
    select ${clientId}::uuid, unnest(${[...tenantIds]}::uuid[])
    on conflict do nothing`.execute(db)
}
