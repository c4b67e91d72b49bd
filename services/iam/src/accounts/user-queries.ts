import { createHash } from 'node:crypto'
import { comesAfter, inOrder, type Order } from '@countersign/service-kit/sort'
import { sql, type RawBuilder } from 'kysely'
import { isIdle } from './session-activity.ts'
import type { Db, Tx } from '../db/types.ts'

const userColumns = [
  'u.id',
  'u.username',
  'u.display_name as displayName',
  'u.email',
  'u.status',
  'u.must_change_password as mustChangePassword',
  'u.erased_at as erasedAt',
  'u.password_expires_at as passwordExpiresAt',
  'u.revision',
  'u.created_at as createdAt',
  'u.updated_at as updatedAt',
] as const

// A tenant sees the accounts that are its members, and no other.
const usersOf = (db: Db, tenantId: string) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(userColumns)
    .select([
      sql<boolean>`u.email_verified_at is not null`.as('emailVerified'),
      sql<boolean>`u.password_hash is not null`.as('hasPassword'),
    ])
    .where('m.tenant_id', '=', tenantId)

export interface UserFilter {
  readonly q?: string | undefined
  readonly status?: 'active' | 'disabled' | undefined
  /** In the order of their ids without it. */
  readonly order?: Order | undefined
  /** What the last one of the page before has in the columns of the order. */
  readonly after?: readonly string[] | undefined
}

const byId: Order = { by: [sql`u.id`], isDescending: false }

export function listUsers(
  db: Db,
  tenantId: string,
  { q, status, order = byId, after }: UserFilter,
  limit: number,
) {
  let query = usersOf(db, tenantId)
  if (q !== undefined) {
    const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((or) =>
      or.or([or('u.username', 'ilike', pattern), or('u.display_name', 'ilike', pattern)]),
    )
  }
  if (status !== undefined) query = query.where('u.status', '=', status)
  if (after !== undefined) query = query.where(comesAfter(order, after))
  return query.orderBy(inOrder(order)).limit(limit).execute()
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number]

export function findUser(db: Db, tenantId: string, userId: string): Promise<UserRow | undefined> {
  return usersOf(db, tenantId).where('u.id', '=', userId).executeTakeFirst()
}

/** Locks the account until the transaction ends. */
export function lockUser(db: Db, tenantId: string, userId: string): Promise<UserRow | undefined> {
  return usersOf(db, tenantId).where('u.id', '=', userId).forUpdate('u').executeTakeFirst()
}

/** Whether the erasure of its person has begun, which nobody can call back. */
export async function isBeingErased(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('erasures')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'ERASING')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account is a member of another tenant too. */
export async function belongsElsewhere(db: Db, tenantId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .where('tenant_id', '<>', tenantId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account may act past one tenant, by a role in any tenant. */
export async function holdsPlatformPermissions(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from member_roles mr
    join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
    cross join lateral unnest(r.permissions) permission
    where mr.user_id = ${userId} and (permission like 'iam:tenant:%' or permission like 'iam:key:%')
    limit 1`.execute(db)
  return rows.length > 0
}

export interface NewUser {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly email: string | null
  readonly passwordHash: string | null
  readonly mustChangePassword: boolean
  /** Of a password that somebody else chose; null: it does not end. */
  readonly passwordExpiresAt?: Date | null
}

/** False when the user name is taken. */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username,
      display_name: user.displayName,
      email: user.email,
      password_hash: user.passwordHash,
      password_changed_at: user.passwordHash === null ? null : now,
      password_expires_at: user.passwordExpiresAt ?? null,
      must_change_password: user.mustChangePassword,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface UserChanges {
  readonly display_name?: string
  readonly email?: string | null
  readonly status?: 'active' | 'disabled'
}

export async function updateUser(
  db: Db,
  userId: string,
  changes: UserChanges,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, revision: sql<number>`revision + 1`, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/**
 * Sessions of a user that are still good, newest first; the id shown is not the cookie's.
 *
 * @param tenantId Whose applications are named, for who administers that one; all of them without it.
 */
export async function listSessions(db: Db, userId: string, tenantId?: string) {
  const ofTenant = tenantId === undefined ? sql`` : sql`and g.tenant_id = ${tenantId}`
  const { rows } = await sql<{
    id: string
    userAgent: string | null
    address: string | null
    signedInAt: Date
    expiresAt: Date
    clients: string[]
  }>`
    select s.session_uid as id, to_timestamp((s.payload ->> 'loginTs')::bigint) as "signedInAt", s.expires_at as "expiresAt",
           array(select distinct g.client_id from oidc_grants g
             where g.session_uid = s.session_uid ${ofTenant} order by 1) as clients,
           t.user_agent as "userAgent", t.address
    from oidc_artifacts s
    left join session_tenants t on t.session_uid = s.session_uid
    where s.kind = 'Session' and s.user_id = ${userId} and s.expires_at > now()
      and not ${isIdle(sql`s.session_uid`)}
    order by "signedInAt" desc`.execute(db)
  return rows
}

/** Tenants of an account that are active: those whose administrators are told of what it does. */
export async function listTenantIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select('t.id')
    .where('m.user_id', '=', userId)
    .where('t.status', '=', 'active')
    .orderBy('t.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stands for a stored hash, of which each has a salt of its own, where the hash need not be. */
export const digestOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('hex')

/** SQL of `users`: whether the password is still the one of a digest; without one, any is. */
export const hasPassword = (digest: string | undefined): RawBuilder<boolean> =>
  digest === undefined
    ? sql<boolean>`true`
    : sql<boolean>`encode(sha256(convert_to(password_hash, 'UTF8')), 'hex') = ${digest}`

/** Whether an account still has the password of a digest, which stays until the transaction ends. */
export async function holdPassword(
  tx: Tx,
  userId: string,
  digest: string | undefined,
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(hasPassword(digest))
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
