import { prepared } from '@countersign/service-kit/prepared'
import { sql, type RawBuilder } from 'kysely'
import { isIdle } from '../../accounts/session-activity.ts'
import type { IamSchema } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'

export interface AccountRow {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly mustChangePassword: boolean
}

/** An account that may sign in. */
export function findActiveAccount(db: Db, userId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'display_name as displayName',
      'email',
      'must_change_password as mustChangePassword',
      sql<boolean>`email_verified_at is not null`.as('emailVerified'),
    ])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** Somebody signed in, and where they may go on. */
export interface SignedInAccount extends AccountRow {
  /** Active tenants that they are a member of, by name. */
  readonly tenants: readonly {
    readonly id: string
    readonly name: string
    /** Tenant, roles or application demand a second factor there now. */
    readonly requiresMfa: boolean
  }[]
  /** The tenant that their session is used in. */
  readonly remembered: string | null
}

/** An account that may sign in, with the tenants in which it may do so at an application. */
export async function findSignedIn(
  db: Db,
  session: SignedIn,
): Promise<SignedInAccount | undefined> {
  const [found] = await selectSignedIn(db, session)
  return found
}

interface SignedIn {
  readonly userId: string
  readonly clientId: string
  readonly sessionUid: string
}

const selectSignedIn = prepared<IamSchema, SignedIn, SignedInAccount>(
  (_db, { userId, clientId, sessionUid }) => sql<SignedInAccount>`
  select u.id, u.username, u.display_name as "displayName", u.email,
    u.must_change_password as "mustChangePassword", u.email_verified_at is not null as "emailVerified",
    (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name,
        'requiresMfa', requires_mfa(t.id, u.id, ${clientId}::text)) order by t.name, t.id), '[]')
      from memberships m join tenants t on t.id = m.tenant_id and t.status = 'active'
      where m.user_id = u.id) as tenants,
    (select s.tenant_id from session_tenants s where s.session_uid = ${sessionUid}) as remembered
  from users u
  where u.id = ${userId}::uuid and u.status = 'active'`,
)

/** Remembers the language in which somebody signed in: it is what mails to them are written in. */
export async function rememberLocale(db: Db, userId: string, locale: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ locale })
    .where('id', '=', userId)
    .where('locale', 'is distinct from', locale)
    .execute()
}

export interface GrantAccount extends AccountRow {
  readonly grantId: string
  readonly tenantId: string
  readonly permissions: string[]
  /** Whether a consent to the application is stored. */
  readonly hasAgreed: boolean
  /** Those that the person agreed to on the consent page; null when none was shown, or they were not written down. */
  readonly agreed: readonly string[] | null
  /** Tenant, roles or the grant's application demand a second factor now. */
  readonly requiresMfa: boolean
}

/**
 * The account of a grant with what it may do in the grant's tenant now; undefined once the account,
 * the tenant or the membership is no longer in force. Also of a grant that a replay has ended: the
 * request that was first may still be under way.
 */
export async function findGrantAccount(db: Db, grantId: string): Promise<GrantAccount | undefined> {
  const { rows } = await selectGrantAccount(sql`${grantId}`).execute(db)
  return rows[0]
}

export const selectGrantAccount = (grantId: RawBuilder<unknown>) => sql<GrantAccount>`
    select u.id, u.username, u.display_name as "displayName", u.email, u.email_verified_at is not null as "emailVerified", u.must_change_password as "mustChangePassword",
           g.id as "grantId", g.tenant_id as "tenantId", ${permissionsOf(sql`m.tenant_id`, sql`m.user_id`)} as permissions, c.permissions as agreed, c.user_id is not null as "hasAgreed",
           requires_mfa(g.tenant_id, g.user_id, g.client_id) as "requiresMfa"
    from oidc_grants g
    join users u on u.id = g.user_id and u.status = 'active'
    join memberships m on m.tenant_id = g.tenant_id and m.user_id = g.user_id
    join tenants t on t.id = g.tenant_id and t.status = 'active'
    left join consents c on c.user_id = g.user_id and c.tenant_id = g.tenant_id and c.client_id = g.client_id
    where g.id = ${grantId} and not ${isIdle(sql`g.session_uid`)}`

const permissionsOf = (tenantId: ReturnType<typeof sql>, userId: ReturnType<typeof sql>) => sql<
  string[]
>`array(
  select distinct permission
  from member_roles mr
  join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
  cross join lateral unnest(r.permissions) permission
  where mr.tenant_id = ${tenantId} and mr.user_id = ${userId}
  order by permission)`

/** What a member of a tenant may do there now. */
export async function listPermissions(db: Db, tenantId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ permissions: string[] }>`
    select ${permissionsOf(sql`${tenantId}::uuid`, sql`${userId}::uuid`)} as permissions`.execute(
    db,
  )
  return rows[0]?.permissions ?? []
}

/** Active tenants that a user is a member of, by name. */
export function listTenantsOf(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['t.id', 't.name'])
    .where('m.user_id', '=', userId)
    .where('t.status', '=', 'active')
    .orderBy('t.name')
    .orderBy('t.id')
    .execute()
}
