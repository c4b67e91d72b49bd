import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/types.ts'
import type { Existing, Seed, SeedUser } from './seed.ts'

type Item<K extends keyof Seed> = NonNullable<Seed[K]>[number]

// Each upsert writes only when something differs: a second run leaves revisions and times alone. Where
// what exists is kept, roles, departments and memberships come only to tenants that are new.

const isSet = (existing: Existing) => existing === 'set'

/** What the file says, or what is there where it says nothing. */
export const orKept = (value: boolean | undefined, column: RawBuilder<unknown>) =>
  value === undefined ? column : sql`${value}::boolean`

/** Whether the tenant was written; one that is kept is not. */
export async function upsertTenant(
  db: Db,
  tenant: Item<'tenants'>,
  existing: Existing,
): Promise<boolean> {
  const mfa = orKept(tenant.requiresMfa, sql`t.requires_mfa`)
  const { numAffectedRows = 0n } = await sql`
    insert into tenants as t (id, name, requires_mfa)
    values (${tenant.id}, ${tenant.name}, ${tenant.requiresMfa ?? false})
    on conflict (id) do update
    set name = excluded.name, requires_mfa = ${mfa}, revision = t.revision + 1, updated_at = now()
    where ${isSet(existing)} and (t.name, t.requires_mfa) is distinct from (excluded.name, ${mfa})`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Which of the tenants exist. */
export async function findTenantIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('tenants').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

export function upsertRole(db: Db, role: Item<'roles'>, permissions: string[]) {
  const mfa = orKept(role.requiresMfa, sql`r.requires_mfa`)
  return sql`
    insert into roles as r (id, tenant_id, code, name, permissions, requires_mfa)
    values (${uuidv7()}, ${role.tenantId}, ${role.code}, ${role.name}, ${permissions}, ${role.requiresMfa ?? false})
    on conflict on constraint roles_one_per_code do update
    set name = excluded.name, permissions = excluded.permissions, requires_mfa = ${mfa},
      revision = r.revision + 1, updated_at = now()
    where (r.name, r.permissions, r.requires_mfa) is distinct from (excluded.name, excluded.permissions, ${mfa})`.execute(
    db,
  )
}

export function upsertDepartment(db: Db, department: Item<'departments'>) {
  return sql`
    insert into departments as d (id, tenant_id, code, name)
    values (${uuidv7()}, ${department.tenantId}, ${department.code}, ${department.name})
    on conflict on constraint departments_one_per_code do update
    set name = excluded.name, revision = d.revision + 1, updated_at = now()
    where d.name is distinct from excluded.name`.execute(db)
}

/** Sets what refers to other rows, once all of them are there. */
export function setDepartmentLinks(
  db: Db,
  department: Item<'departments'>,
  { parentId, leaderId }: { readonly parentId: string | null; readonly leaderId: string | null },
) {
  return sql`
    update departments set parent_id = ${parentId}, leader_id = ${leaderId},
      revision = revision + 1, updated_at = now()
    where tenant_id = ${department.tenantId} and code = ${department.code}
      and (parent_id, leader_id) is distinct from (${parentId}::uuid, ${leaderId}::uuid)`.execute(
    db,
  )
}

export async function findDepartmentId(
  db: Db,
  tenantId: string,
  code: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('departments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.id
}

export async function findRoleIds(
  db: Db,
  tenantId: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('roles')
    .select(['code', 'id'])
    .where('tenant_id', '=', tenantId)
    .where('code', 'in', codes)
    .execute()
  return new Map(rows.map(({ code, id }) => [code, id]))
}

export async function findUserId(db: Db, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username.toLowerCase())
    .executeTakeFirst()
  return row?.id
}

/** Keeps the password of an account that exists: its owner may have changed it since. */
export function upsertUser(
  db: Db,
  user: SeedUser,
  passwordHash: string | undefined,
  existing: Existing,
) {
  return sql`
    insert into users as u (id, username, display_name, email, password_hash, password_changed_at, must_change_password)
    values (${user.id ?? uuidv7()}, ${user.username.toLowerCase()}, ${user.displayName}, ${user.email ?? null},
            ${passwordHash ?? null}, now(), ${user.mustChangePassword ?? false})
    on conflict (username) do update
    set display_name = excluded.display_name, email = excluded.email, revision = u.revision + 1, updated_at = now()
    where ${isSet(existing)}
      and (u.display_name, u.email) is distinct from (excluded.display_name, excluded.email)`.execute(
    db,
  )
}

export interface SeedPlace {
  readonly tenantId: string
  readonly userId: string
  readonly departmentId: string | null
  readonly post: string | null
}

export function upsertMembership(db: Db, place: SeedPlace) {
  return sql`
    insert into memberships as m (tenant_id, user_id, department_id, post)
    values (${place.tenantId}, ${place.userId}, ${place.departmentId}, ${place.post})
    on conflict (tenant_id, user_id) do update
    set department_id = excluded.department_id, post = excluded.post, revision = m.revision + 1, updated_at = now()
    where (m.department_id, m.post) is distinct from (excluded.department_id, excluded.post)`.execute(
    db,
  )
}

export function setManager(
  db: Db,
  of: { readonly tenantId: string; readonly userId: string; readonly managerId: string | null },
) {
  return sql`
    update memberships set manager_id = ${of.managerId}, revision = revision + 1, updated_at = now()
    where tenant_id = ${of.tenantId} and user_id = ${of.userId}
      and manager_id is distinct from ${of.managerId}::uuid`.execute(db)
}

export async function setMemberRoles(
  db: Db,
  tenantId: string,
  userId: string,
  roleIds: string[],
): Promise<void> {
  await sql`
    delete from member_roles
    where tenant_id = ${tenantId} and user_id = ${userId}
      and role_id <> all (${roleIds}::uuid[])`.execute(db)
  await sql`
    insert into member_roles (tenant_id, user_id, role_id)
    select ${tenantId}::uuid, ${userId}::uuid, unnest(${roleIds}::uuid[])
    on conflict do nothing`.execute(db)
}
