import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

export interface MemberRow {
  readonly userId: string
  readonly username: string
  readonly displayName: string
  readonly active: boolean
  readonly roles: { id: string; code: string; name: string }[]
  readonly departmentId: string | null
  readonly post: string | null
  readonly managerId: string | null
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

const selectMembers = (tenantId: string) => sql`
  select m.user_id as "userId", u.username, u.display_name as "displayName", u.status = 'active' as active,
         m.department_id as "departmentId", m.post, m.manager_id as "managerId", m.revision,
         m.created_at as "createdAt", m.updated_at as "updatedAt",
         coalesce((
           select jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'name', r.name) order by r.code)
           from member_roles mr
           join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
           where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id), '[]'::jsonb) as roles
  from memberships m
  join users u on u.id = m.user_id
  where m.tenant_id = ${tenantId}`

export async function listMembers(
  db: Db,
  tenantId: string,
  after: string | undefined,
  limit: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    ${selectMembers(tenantId)} and (${after ?? null}::uuid is null or m.user_id > ${after ?? null}::uuid)
    order by m.user_id
    limit ${limit}`.execute(db)
  return rows
}

export async function findMember(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const { rows } =
    await sql<MemberRow>`${selectMembers(tenantId)} and m.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Locks the membership until the transaction ends. */
export async function lockMember(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const { rows } =
    await sql<MemberRow>`${selectMembers(tenantId)} and m.user_id = ${userId} for update of m`.execute(
      db,
    )
  return rows[0]
}

/** Makes a membership without roles; one that exists stays as it is. */
export async function insertMembership(
  db: Db,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({
      tenant_id: tenantId,
      user_id: userId,
      department_id: null,
      post: null,
      manager_id: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface Place {
  readonly departmentId: string | null
  readonly post: string | null
  readonly managerId: string | null
}

export async function updateMembership(
  db: Db,
  tenantId: string,
  userId: string,
  place: Place,
  now: Date,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({
      department_id: place.departmentId,
      post: place.post,
      manager_id: place.managerId,
      revision: sql<number>`revision + 1`,
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

export async function replaceRoles(
  db: Db,
  tenantId: string,
  userId: string,
  roleIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('member_roles')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
  if (roleIds.length === 0) return
  await db
    .insertInto('member_roles')
    .values(roleIds.map((roleId) => ({ tenant_id: tenantId, user_id: userId, role_id: roleId })))
    .execute()
}

/** What somebody may do in a tenant now; nothing once account, membership or tenant are no more. */
export async function listPermissionsOf(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ permission: string }>`
    select distinct unnest(r.permissions) as permission
    from member_roles mr
    join users u on u.id = mr.user_id and u.status = 'active'
    join tenants t on t.id = mr.tenant_id and t.status = 'active'
    join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
    where mr.tenant_id = ${tenantId} and mr.user_id = ${userId}`.execute(db)
  return rows.map(({ permission }) => permission)
}

export async function deleteMembership(db: Db, tenantId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Whether `userId` stands in the manager line above `managerId`, or is it. */
export async function leadsBackTo(
  db: Db,
  tenantId: string,
  managerId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive line as (
      select user_id, manager_id, array[user_id] as seen
      from memberships where tenant_id = ${tenantId} and user_id = ${managerId}
      union all
      select m.user_id, m.manager_id, line.seen || m.user_id
      from line
      join memberships m on m.tenant_id = ${tenantId} and m.user_id = line.manager_id
      where m.user_id <> all (line.seen)
    )
    select 1 from line where user_id = ${userId}`.execute(db)
  return rows.length > 0
}
