import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { normalizeLimit } from '../core/client-permissions.ts'
import type { ClientRules } from '../core/clients.ts'
import type { Db } from '../db/types.ts'
import type { Existing, Seed, SeedClient, SeedUser } from './seed.ts'

type Item<K extends keyof Seed> = NonNullable<Seed[K]>[number]

// Each upsert writes only when something differs: a second run leaves revisions and times alone. Where
// what exists is kept, none writes to a row that is there, but to add what it lacks.

const isSet = (existing: Existing) => existing === 'set'

export function upsertTenant(db: Db, tenant: Item<'tenants'>, existing: Existing) {
  return sql`
    insert into tenants as t (id, name) values (${tenant.id}, ${tenant.name})
    on conflict (id) do update set name = excluded.name, revision = t.revision + 1, updated_at = now()
    where ${isSet(existing)} and t.name is distinct from excluded.name`.execute(db)
}

/** Which of the tenants exist. */
export async function findTenantIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('tenants').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

export function upsertRole(db: Db, role: Item<'roles'>, permissions: string[], existing: Existing) {
  const isGiven = isSet(existing)
  return sql`
    insert into roles as r (id, tenant_id, code, name, permissions)
    values (${uuidv7()}, ${role.tenantId}, ${role.code}, ${role.name}, ${permissions})
    on conflict on constraint roles_one_per_code do update
    set name = case when ${isGiven} then excluded.name else r.name end,
      permissions = case when ${isGiven} then excluded.permissions else array(
        select unnest(r.permissions) union select unnest(excluded.permissions) order by 1) end,
      revision = r.revision + 1, updated_at = now()
    where case when ${isGiven}
      then (r.name, r.permissions) is distinct from (excluded.name, excluded.permissions)
      else not r.permissions @> excluded.permissions end`.execute(db)
}

export function upsertDepartment(db: Db, department: Item<'departments'>, existing: Existing) {
  return sql`
    insert into departments as d (id, tenant_id, code, name)
    values (${uuidv7()}, ${department.tenantId}, ${department.code}, ${department.name})
    on conflict on constraint departments_one_per_code do update
    set name = excluded.name, revision = d.revision + 1, updated_at = now()
    where ${isSet(existing)} and d.name is distinct from excluded.name`.execute(db)
}

/** Sets what refers to other rows, once all of them are there. */
export function setDepartmentLinks(
  db: Db,
  department: Item<'departments'>,
  links: { readonly parentId: string | null; readonly leaderId: string | null },
  existing: Existing,
) {
  const parent = given(links.parentId, existing, sql`parent_id`)
  const leader = given(links.leaderId, existing, sql`leader_id`)
  return sql`
    update departments set parent_id = ${parent}, leader_id = ${leader},
      revision = revision + 1, updated_at = now()
    where tenant_id = ${department.tenantId} and code = ${department.code}
      and (parent_id, leader_id) is distinct from (${parent}, ${leader})`.execute(db)
}

/** What a reference becomes: what the file says, or what it is already where it is something. */
function given(id: string | null, existing: Existing, column: RawBuilder<unknown>) {
  return isSet(existing) ? sql`${id}::uuid` : sql`coalesce(${column}, ${id}::uuid)`
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

export function upsertMembership(db: Db, place: SeedPlace, existing: Existing) {
  return sql`
    insert into memberships as m (tenant_id, user_id, department_id, post)
    values (${place.tenantId}, ${place.userId}, ${place.departmentId}, ${place.post})
    on conflict (tenant_id, user_id) do update
    set department_id = excluded.department_id, post = excluded.post, revision = m.revision + 1, updated_at = now()
    where ${isSet(existing)}
      and (m.department_id, m.post) is distinct from (excluded.department_id, excluded.post)`.execute(
    db,
  )
}

export function setManager(
  db: Db,
  of: { readonly tenantId: string; readonly userId: string; readonly managerId: string | null },
  existing: Existing,
) {
  const manager = given(of.managerId, existing, sql`manager_id`)
  return sql`
    update memberships set manager_id = ${manager}, revision = revision + 1, updated_at = now()
    where tenant_id = ${of.tenantId} and user_id = ${of.userId}
      and manager_id is distinct from ${manager}`.execute(db)
}

export async function setMemberRoles(
  db: Db,
  tenantId: string,
  userId: string,
  roleIds: string[],
  existing: Existing,
): Promise<void> {
  await sql`
    delete from member_roles
    where ${isSet(existing)} and tenant_id = ${tenantId} and user_id = ${userId}
      and role_id <> all (${roleIds}::uuid[])`.execute(db)
  await sql`
    insert into member_roles (tenant_id, user_id, role_id)
    select ${tenantId}::uuid, ${userId}::uuid, unnest(${roleIds}::uuid[])
    on conflict do nothing`.execute(db)
}

/** Answers the row's id; a type that changed is refused by the constraints. */
export async function upsertClient(
  db: Db,
  client: SeedClient,
  rules: ClientRules,
): Promise<string> {
  const permissions =
    client.permissions === undefined ? sql`c.permissions` : sql`excluded.permissions`
  const { rows } = await sql<{ id: string }>`
    insert into clients as c (id, client_id, tenant_id, type, name, auth_method, grant_types, pkce_method,
                              redirect_uris, post_logout_redirect_uris, require_consent, scopes, all_tenants, backchannel_logout_uri, access_token_type,
                              permissions, resources)
    values (${uuidv7()}, ${client.clientId}, ${client.tenantId ?? null}, ${rules.type}, ${client.name}, ${rules.auth_method},
            ${[...rules.grant_types]}, ${rules.pkce_method}, ${client.redirectUris ?? []}, ${client.postLogoutRedirectUris ?? []},
            ${client.requireConsent ?? false}, ${client.scopes}, ${client.allTenants ?? false}, ${client.backchannelLogoutUri ?? null},
            ${client.accessTokenType ?? null}, ${normalizeLimit(client.permissions ?? null)}, ${client.resources ?? []})
    on conflict on constraint clients_client_id_unique do update
    set tenant_id = excluded.tenant_id, type = excluded.type, name = excluded.name, auth_method = excluded.auth_method,
        grant_types = excluded.grant_types, pkce_method = excluded.pkce_method, redirect_uris = excluded.redirect_uris,
        post_logout_redirect_uris = excluded.post_logout_redirect_uris, require_consent = excluded.require_consent,
        scopes = excluded.scopes, all_tenants = excluded.all_tenants,
        backchannel_logout_uri = excluded.backchannel_logout_uri, access_token_type = excluded.access_token_type,
        permissions = ${permissions}, resources = excluded.resources,
        revision = c.revision + case when (c.tenant_id, c.name, c.redirect_uris, c.post_logout_redirect_uris, c.require_consent, c.scopes, c.all_tenants, c.backchannel_logout_uri, c.access_token_type, c.permissions, c.resources)
          is distinct from (excluded.tenant_id, excluded.name, excluded.redirect_uris, excluded.post_logout_redirect_uris, excluded.require_consent, excluded.scopes, excluded.all_tenants, excluded.backchannel_logout_uri, excluded.access_token_type, ${permissions}, excluded.resources)
          then 1 else 0 end
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`client ${client.clientId} was not written`)
  return id
}

export function addClientTenants(db: Db, clientId: string, tenantIds: readonly string[]) {
  return sql`
    insert into client_tenants (client_id, tenant_id)
    select ${clientId}::uuid, unnest(${[...tenantIds]}::uuid[])
    on conflict do nothing`.execute(db)
}
