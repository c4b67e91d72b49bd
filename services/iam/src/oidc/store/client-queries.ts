import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { IamSchema } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** Others are not even asked for: PostgreSQL fails on texts that it cannot hold, such as a NUL. */
export const isClientId = (text: string): boolean => wellFormed.test(text)

/** A client that may be used: active, and its tenant is. */
export async function findUsableClient(db: Db, clientId: string) {
  if (!isClientId(clientId)) return undefined
  return selectUsableClient(db, clientId).executeTakeFirst()
}

/** A client whose pages somebody sees, and the only active tenant there is: undefined where there are several. */
export async function findShownClient(
  db: Db,
  clientId: string,
): Promise<{
  readonly client: UsableClient | undefined
  readonly onlyTenantId: string | undefined
}> {
  const [row] = isClientId(clientId) ? await selectShown(db, { clientId }) : []
  return { client: row?.client ?? undefined, onlyTenantId: row?.onlyTenantId ?? undefined }
}

interface Shown {
  readonly client: UsableClient | null
  readonly onlyTenantId: string | null
}

const selectShown = prepared<IamSchema, { readonly clientId: string }, Shown>(
  (db, { clientId }) => sql<Shown>`
  with client as (${selectUsableClient(db, clientId)})
  select (select to_json(client) from client) as client,
    (select case when count(*) = 1 then min(id::text) end
      from (select id from tenants where status = 'active' limit 2) as first_two) as "onlyTenantId"`,
)

export const selectUsableClient = (db: Db, clientId: string) =>
  db
    .selectFrom('clients as c')
    .leftJoin('tenants as t', 't.id', 'c.tenant_id')
    .select([
      'c.id',
      'c.client_id as clientId',
      'c.tenant_id as tenantId',
      'c.type',
      'c.name',
      'c.auth_method as authMethod',
      'c.grant_types as grantTypes',
      'c.redirect_uris as redirectUris',
      'c.post_logout_redirect_uris as postLogoutRedirectUris',
      'c.backchannel_logout_uri as backchannelLogoutUri',
      'c.require_consent as requireConsent',
      'c.scopes',
      'c.permissions',
      'c.resources',
      'c.access_token_type as accessTokenType',
      'c.dpop_bound_access_tokens as dpopBoundAccessTokens',
      'c.require_pushed_authorization_requests as requirePushedAuthorizationRequests',
      'c.agent',
      'c.all_tenants as allTenants',
    ])
    .where('c.client_id', '=', clientId)
    .where('c.status', '=', 'active')
    .where((or) => or.or([or('c.tenant_id', 'is', null), or('t.status', '=', 'active')]))

export type UsableClient = NonNullable<Awaited<ReturnType<typeof findUsableClient>>>
