import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { normalizeLimit } from '../../core/client-permissions.ts'
import type { AccessTokenType, ClientRules } from '../../core/clients.ts'
import type { Db } from '../../db/types.ts'

const clientColumns = [
  'id',
  'client_id as clientId',
  'type',
  'name',
  'status',
  'redirect_uris as redirectUris',
  'post_logout_redirect_uris as postLogoutRedirectUris',
  'backchannel_logout_uri as backchannelLogoutUri',
  'require_consent as requireConsent',
  'scopes',
  'all_tenants as allTenants',
  'permissions',
  'resources',
  'access_token_type as accessTokenType',
  'dpop_bound_access_tokens as dpopBoundAccessTokens',
  'require_pushed_authorization_requests as requirePushedAuthorizationRequests',
  'agent',
  'requires_mfa as requiresMfa',
  'revision',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

const namedTenants = sql<string[]>`array(
  select ct.tenant_id::text from client_tenants ct where ct.client_id = clients.id order by 1)`.as(
  'tenants',
)

// The clients of a tenant are its own; those of the platform are the operator's, by bootstrap.
const clientsOf = (db: Db, tenantId: string) =>
  db
    .selectFrom('clients')
    .select(clientColumns)
    .select(namedTenants)
    .where('tenant_id', '=', tenantId)

export function listClients(db: Db, tenantId: string, after: string | undefined, limit: number) {
  const query = clientsOf(db, tenantId)
  return (after === undefined ? query : query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type ClientRow = Awaited<ReturnType<typeof listClients>>[number]

export function findClient(db: Db, tenantId: string, id: string): Promise<ClientRow | undefined> {
  return clientsOf(db, tenantId).where('id', '=', id).executeTakeFirst()
}

/** Locks the client until the transaction ends. */
export function lockClient(db: Db, tenantId: string, id: string): Promise<ClientRow | undefined> {
  return clientsOf(db, tenantId).where('id', '=', id).forUpdate().executeTakeFirst()
}

export interface ClientSettings {
  readonly name: string
  readonly redirectUris: string[]
  readonly postLogoutRedirectUris: string[]
  readonly backchannelLogoutUri: string | null
  readonly requireConsent: boolean
  readonly scopes: string[]
  readonly permissions: string[] | null
  readonly resources: string[]
  readonly accessTokenType: AccessTokenType | null
  readonly dpopBoundAccessTokens: boolean
  readonly requirePushedAuthorizationRequests: boolean
  readonly agent: boolean
  readonly requiresMfa: boolean
}

const toColumns = ({
  name,
  redirectUris,
  postLogoutRedirectUris,
  backchannelLogoutUri,
  requireConsent,
  scopes,
  permissions,
  resources,
  accessTokenType,
  dpopBoundAccessTokens,
  requirePushedAuthorizationRequests,
  agent,
  requiresMfa,
}: ClientSettings) => ({
  name,
  redirect_uris: redirectUris,
  post_logout_redirect_uris: postLogoutRedirectUris,
  backchannel_logout_uri: backchannelLogoutUri,
  require_consent: requireConsent,
  scopes,
  permissions: normalizeLimit(permissions),
  resources,
  access_token_type: accessTokenType,
  dpop_bound_access_tokens: dpopBoundAccessTokens,
  require_pushed_authorization_requests: requirePushedAuthorizationRequests,
  agent,
  requires_mfa: requiresMfa,
})

/** Answers the row's id, or undefined when the client id is taken on the platform. */
export async function insertClient(
  db: Db,
  tenantId: string,
  clientId: string,
  rules: ClientRules,
  settings: ClientSettings,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto('clients')
    .values({
      id: uuidv7(),
      client_id: clientId,
      tenant_id: tenantId,
      ...rules,
      grant_types: [...rules.grant_types],
      ...toColumns(settings),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('clients_client_id_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateClient(
  db: Db,
  tenantId: string,
  id: string,
  settings: ClientSettings & { readonly status: 'active' | 'disabled' },
  now: Date,
): Promise<void> {
  await db
    .updateTable('clients')
    .set({
      ...toColumns(settings),
      status: settings.status,
      revision: sql<number>`revision + 1`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteClient(db: Db, tenantId: string, id: string): Promise<void> {
  await db.deleteFrom('clients').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export async function replaceClientTenants(
  db: Db,
  clientRowId: string,
  tenantIds: readonly string[],
): Promise<void> {
  await db.deleteFrom('client_tenants').where('client_id', '=', clientRowId).execute()
  if (tenantIds.length === 0) return
  await db
    .insertInto('client_tenants')
    .values(tenantIds.map((tenantId) => ({ client_id: clientRowId, tenant_id: tenantId })))
    .execute()
}
