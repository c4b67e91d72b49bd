import { prepared } from '@countersign/service-kit/prepared'
import { sql, type RawBuilder } from 'kysely'
import { isIdle } from '../accounts/session-activity.ts'
import type { PermissionLimit } from '../core/client-permissions.ts'
import type { SessionState } from '../core/authentication.ts'
import type { InForce } from '../core/authority.ts'
import type { IamSchema } from '../db/schema.ts'
import type { Tx } from '../db/types.ts'

/**
 * For how long a transaction may have written an event before it is committed: a token may be issued meanwhile
 * from what was there before. One that is published late must not void later ones, so it voids
 * what was issued until it was published, but no later than this after it was written.
 */
export const longestCommitMs = 5_000

interface UserToken {
  readonly tenantId: string | null
  readonly userId: string
  readonly grantId: string | null
  readonly jti: string | null
  /** Of the token that it was exchanged for (RFC 8693): it ends with it. */
  readonly originJti: string | null
  /** The clients by which somebody acts for the user (`act`, RFC 8693 section 4.1). */
  readonly actors: readonly string[]
  /** Seconds since the epoch. */
  readonly issuedAt: number
}

interface UserRow extends Pick<InForce, 'permissions'> {
  readonly session: SessionState
  /** What tokens of the application may carry of the permissions, as it is now. */
  readonly permissionLimit: PermissionLimit
}

/**
 * Whether a secret of the client was withdrawn since: what was got by it before is worth nothing. Until
 * when that is, is what the feed tells the others; an event that nobody was told of yet is of now.
 *
 * Kept by: services/iam/src/authority/live-authority.test.ts "while its secret was about to be withdrawn"
 */
const hasLostSecret = (clientId: RawBuilder<unknown>, issuedAt: number) => sql`exists (
  select from security_events e
  where e.kind = 'client' and e.subject = ${clientId} and e.reason = 'secret_withdrawn'
    and e.occurred_at >= to_timestamp(${issuedAt}::bigint) - ${longestCommitMs} * interval '1 ms'
    and coalesce(e.published_at, now()) >= to_timestamp(${issuedAt}::bigint))`

const isOfActiveTenant = sql`(c.tenant_id is null or exists (
  select from tenants o where o.id = c.tenant_id and o.status = 'active'))`

const selectUser = (given: UserToken) => sql<UserRow>`
  select
    array(
      select distinct permission
      from member_roles mr
      join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
      cross join lateral unnest(r.permissions) permission
      where mr.tenant_id = g.tenant_id and mr.user_id = g.user_id) as permissions,
    c.permissions as "permissionLimit",
    json_build_object(
      'signedIn', s.payload is not null,
      'age', coalesce(extract(epoch from now()) - (s.payload ->> 'loginTs')::bigint, 0),
      'amr', coalesce(s.payload -> 'amr', '[]'),
      'hasSecondFactor',
        exists (select from user_totp f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from passkeys f where f.user_id = u.id),
      'requiresMfa', requires_mfa(g.tenant_id, g.user_id, g.client_id)
    ) as session
  from oidc_grants g
  join users u on u.id = g.user_id and u.status = 'active'
  join memberships m on m.tenant_id = g.tenant_id and m.user_id = g.user_id
  join tenants t on t.id = g.tenant_id and t.status = 'active'
  join clients c on c.client_id = g.client_id and c.status = 'active'
  left join lateral (
    select payload from oidc_artifacts
    where kind = 'Session' and session_uid = g.session_uid and expires_at > now()
    order by (payload ->> 'loginTs')::bigint desc
    limit 1
  ) s on true
  where g.tenant_id = ${given.tenantId}::uuid and g.id = ${given.grantId}
    and g.user_id = ${given.userId}::uuid and g.ended_at is null and g.expires_at > now()
    and not ${isIdle(sql`g.session_uid`)}
    and ${given.jti}::text is not null
    and not exists (
      select from revoked_tokens v where v.jti in (${given.jti}, ${given.originJti}::text))
    and not exists (
      select from unnest(${given.actors}::text[]) actor (id)
      where not exists (
        select from clients c
        where c.client_id = actor.id and c.status = 'active' and ${isOfActiveTenant}
          and not ${hasLostSecret(sql`c.client_id`, given.issuedAt)}))`

interface ServiceToken {
  readonly tenantId: string | null
  readonly clientId: string
  readonly jti: string | null
  /** Seconds since the epoch. */
  readonly issuedAt: number
  /** Whether it is good with a proof of its key alone (RFC 9449). */
  readonly isBound: boolean
}

type ServiceRow = Pick<InForce, 'scopes'>

const selectService = (given: ServiceToken) => sql<ServiceRow>`
  select c.scopes
  from clients c
  where c.client_id = ${given.clientId} and c.type = 'SERVICE' and c.status = 'active'
    and ${isOfActiveTenant}
    and (${given.tenantId}::uuid is null or exists (
      select from tenants t
      where t.id = ${given.tenantId}::uuid and t.status = 'active'
        and (c.all_tenants or exists (
          select from client_tenants ct where ct.client_id = c.id and ct.tenant_id = t.id))))
    and (not c.dpop_bound_access_tokens or ${given.isBound}::boolean)
    and not ${hasLostSecret(sql`c.client_id`, given.issuedAt)}
    and ${given.jti}::text is not null
    and not exists (select from revoked_tokens v where v.jti = ${given.jti})`

/**
 * What is in force of a user's token; no row once the account, the membership, the tenant, the
 * application, what the sign-in granted or the token itself is no more, nor once a client that acts for
 * the user is no more, or had a secret withdrawn since.
 *
 * Kept by: services/iam/src/oidc/token/exchange.test.ts "ends with the server that exchanged it, and with its secret"
 */
export const findUserInForce = prepared<IamSchema, UserToken, UserRow>((_, given) =>
  selectUser(given),
)

/** The same, and what the sign-in granted stays until the transaction ends: a sign-out waits. */
export const holdUserInForce = prepared<IamSchema, UserToken, UserRow>(
  (_, given) => sql<UserRow>`${selectUser(given)} for share of g`,
)

/**
 * What is in force of a service's token; no row once the client, its tenant or the token is no more, a
 * secret of the client was withdrawn since, or the client has to prove a key.
 */
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
