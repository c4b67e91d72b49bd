import { isUuid } from '@countersign/service-kit/schema'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { UserRow } from '../../accounts/user-queries.ts'
import { ScimError } from './error.ts'
import type { Comparison } from './filter.ts'

/** An account as the tenant's directory knows it. */
export interface ScimUserRow extends UserRow {
  readonly externalId: string | null
}

export interface Window {
  readonly offset: number
  readonly limit: number
}

const idOf = (value: Comparison['value']) =>
  typeof value === 'string' && isUuid(value) ? value : null

const unknown = ({ attribute }: Comparison) =>
  new ScimError('invalidFilter', `${attribute} cannot be filtered by`)

function userCondition(entry: Comparison): RawBuilder<unknown> {
  const { attribute, value } = entry
  const text = String(value)
  switch (attribute) {
    case 'id':
      return sql`u.id = ${idOf(value)}::uuid`
    // RFC 7643 section 3.1: as the client wrote it.
    case 'externalid':
      return sql`m.external_id = ${text}`
    case 'username':
      return sql`u.username = ${text.toLowerCase()}`
    case 'displayname':
    case 'name.formatted':
      return sql`lower(u.display_name) = ${text.toLowerCase()}`
    case 'emails':
    case 'emails.value':
      return sql`lower(u.email) = ${text.toLowerCase()}`
    case 'active':
      return sql`(u.status = 'active') = ${value === true}`
    default:
      throw unknown(entry)
  }
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Members of the tenant that fit, and how many there are in all. */
export async function listScimUsers(
  db: Db,
  tenantId: string,
  filter: readonly Comparison[],
  { offset, limit }: Window,
): Promise<{ total: number; rows: ScimUserRow[] }> {
  const from = sql`
    from memberships m join users u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and ${all(filter.map(userCondition))}`
  const count = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const { rows } = await sql<ScimUserRow>`
    select u.id, m.external_id as "externalId", u.username, u.display_name as "displayName", u.email, u.status,
           u.must_change_password as "mustChangePassword", u.revision,
           u.created_at as "createdAt", u.updated_at as "updatedAt"
    ${from} order by u.id limit ${limit} offset ${offset}`.execute(db)
  return { total: count.rows[0]?.total ?? 0, rows }
}

/** What the tenant's directory calls a member; null where it never said. */
export async function findExternalId(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('memberships')
    .select('external_id as externalId')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.externalId ?? null
}

export async function setExternalId(
  db: Db,
  tenantId: string,
  userId: string,
  externalId: string | null,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ external_id: externalId })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

export interface GroupRow {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Undefined where nobody asked for them. */
  readonly members?: { value: string; display: string }[]
}

function groupCondition(entry: Comparison): RawBuilder<unknown> {
  const { attribute, value } = entry
  switch (attribute) {
    case 'id':
      return sql`r.id = ${idOf(value)}::uuid`
    case 'displayname':
      return sql`lower(r.name) = ${String(value).toLowerCase()}`
    case 'members':
    case 'members.value':
      return sql`exists (
        select 1 from member_roles f
        where f.tenant_id = r.tenant_id and f.role_id = r.id and f.user_id = ${idOf(value)}::uuid)`
    default:
      throw unknown(entry)
  }
}

/** Most members in one answer; a group that has more by itself is told whole. */
const maxMembers = 10_000

/**
 * Roles of the tenant that fit, with their members where wanted: then as many roles as the answer holds, which may be fewer
 * than the window has (RFC 7644 section 3.4.2.4).
 */
export async function listScimGroups(
  db: Db,
  tenantId: string,
  filter: readonly Comparison[],
  { offset, limit }: Window,
  withMembers = true,
): Promise<{ total: number; rows: GroupRow[] }> {
  const from = sql`from roles r where r.tenant_id = ${tenantId} and ${all(filter.map(groupCondition))}`
  const count = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const columns = sql`r.id, r.name, r.revision, r.created_at as "createdAt", r.updated_at as "updatedAt"`
  const page = sql`${from} order by r.id limit ${limit} offset ${offset}`
  if (!withMembers) {
    const { rows } = await sql<GroupRow>`select ${columns} ${page}`.execute(db)
    return { total: count.rows[0]?.total ?? 0, rows }
  }
  const { rows } = await sql<GroupRow>`
    with page as materialized (
      select r.*, (select count(*) from member_roles mr
        where mr.tenant_id = r.tenant_id and mr.role_id = r.id) as size
      ${page}
    ), summed as (
      select *, sum(size) over (order by id) as so_far, row_number() over (order by id) as nth from page
    )
    select ${columns}, coalesce((
             select jsonb_agg(jsonb_build_object('value', u.id, 'display', u.display_name) order by u.id)
             from member_roles mr join users u on u.id = mr.user_id
             where mr.tenant_id = r.tenant_id and mr.role_id = r.id), '[]'::jsonb) as members
    from summed r where r.so_far <= ${maxMembers} or r.nth = 1 order by r.id`.execute(db)
  return { total: count.rows[0]?.total ?? 0, rows }
}

/** Sets who has a role; ids that are no members of the tenant stay out. Answers who has it then. */
export async function setGroupMembers(
  db: Db,
  tenantId: string,
  roleId: string,
  userIds: readonly string[],
): Promise<number> {
  const ids = [...userIds]
  await sql`
    delete from member_roles
    where tenant_id = ${tenantId} and role_id = ${roleId} and user_id <> all (${ids}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into member_roles (tenant_id, user_id, role_id)
    select m.tenant_id, m.user_id, ${roleId}::uuid from memberships m
    where m.tenant_id = ${tenantId} and m.user_id = any (${ids}::uuid[])
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member_roles
    where tenant_id = ${tenantId} and role_id = ${roleId}`.execute(db)
  return rows[0]?.count ?? 0
}
