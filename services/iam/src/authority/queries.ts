import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { InForce } from '../core/authority.ts'
import type { IamSchema } from '../db/schema.ts'
import type { Tx } from '../db/types.ts'

interface UserToken {
  readonly tenantId: string | null
  readonly userId: string
  readonly grantId: string | null
  readonly jti: string | null
}

type UserRow = Pick<InForce, 'permissions' | 'signedIn'>

const selectUser = (given: UserToken) => sql<UserRow>`
  select
    array(
      select distinct permission
      from member_roles mr
      join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
      cross join lateral unnest(r.permissions) permission
      where mr.tenant_id = g.tenant_id and mr.user_id = g.user_id) as permissions,
    exists (
      select from oidc_artifacts s
      where s.kind = 'Session' and s.session_uid = g.session_uid and s.expires_at > now()
    ) as "signedIn"
  from oidc_grants g
  join users u on u.id = g.user_id and u.status = 'active'
  join memberships m on m.tenant_id = g.tenant_id and m.user_id = g.user_id
  join tenants t on t.id = g.tenant_id and t.status = 'active'
  where g.tenant_id = ${given.tenantId}::uuid and g.id = ${given.grantId}
    and g.user_id = ${given.userId}::uuid and g.ended_at is null and g.expires_at > now()
    and ${given.jti}::text is not null
    and not exists (select from revoked_tokens v where v.jti = ${given.jti})`

interface ServiceToken {
  readonly tenantId: string | null
  readonly clientId: string
  readonly jti: string | null
}

type ServiceRow = Pick<InForce, 'scopes'>

const selectService = (given: ServiceToken) => sql<ServiceRow>`
  select c.scopes
  from clients c
  where c.client_id = ${given.clientId} and c.type = 'SERVICE' and c.status = 'active'
    and (c.tenant_id is null or exists (
      select from tenants o where o.id = c.tenant_id and o.status = 'active'))
    and (${given.tenantId}::uuid is null or exists (
      select from tenants t
      where t.id = ${given.tenantId}::uuid and t.status = 'active'
        and (c.all_tenants or exists (
          select from client_tenants ct where ct.client_id = c.id and ct.tenant_id = t.id))))
    and ${given.jti}::text is not null
    and not exists (select from revoked_tokens v where v.jti = ${given.jti})`

/**
 * What is in force of a user's token; no row once the account, the membership, the tenant, what the
 * sign-in granted or the token itself is no more.
 */
export const findUserInForce = prepared<IamSchema, UserToken, UserRow>((_, given) =>
  selectUser(given),
)

/** The same, and what the sign-in granted stays until the transaction ends: a sign-out waits. */
export const holdUserInForce = prepared<IamSchema, UserToken, UserRow>(
  (_, given) => sql<UserRow>`${selectUser(given)} for share of g`,
)

/** What is in force of a service's token; no row once the client, its tenant or the token is no more. */
export const findServiceInForce = prepared<IamSchema, ServiceToken, ServiceRow>((_, given) =>
  selectService(given),
)

/** The same, and the client stays as it is until the transaction ends. */
export const holdServiceInForce = prepared<IamSchema, ServiceToken, ServiceRow>(
  (_, given) => sql<ServiceRow>`${selectService(given)} for share of c`,
)

/**
 * Takes the turns of a transaction, one after the other in the order given: of a tenant or an
 * account, by its id. Whoever changes who may do what takes a turn alone, everybody else shares it.
 * The function is that of the guard in the database (migration 0017).
 */
export const takeTurns = prepared<
  IamSchema,
  { readonly ids: readonly string[]; readonly alone: readonly boolean[] },
  unknown
>(
  (_, { ids, alone }) => sql`
    select take_turn(t.id, t.alone) from unnest(${ids}::uuid[], ${alone}::boolean[]) as t (id, alone)`,
)

/** The tenants of an account, and the one that asks. */
export async function listTenantsTouched(
  tx: Tx,
  tenantId: string,
  userId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('tenant_id as id')
    .where('user_id', '=', userId)
    .execute()
  return [...new Set([tenantId, ...rows.map(({ id }) => id)])]
}
