import { sql } from 'kysely'
import type { DirectoryUser } from '@countersign/contracts'
import type { Db } from '../../db/types.ts'

/** Members of the tenant among some ids; `active` tells whether they can act. */
export async function listDirectoryUsers(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<DirectoryUser[]> {
  const { rows } = await sql<{
    id: string
    username: string
    displayName: string
    email: string | null
    locale: string | null
    active: boolean
  }>`
    select u.id, u.username, u.display_name as "displayName", u.email, u.locale,
      u.status = 'active' as active
    from memberships m
    join users u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and m.user_id = any (${[...ids]}::uuid[])
    order by u.id`.execute(db)
  return rows.map(({ email, locale, ...user }) => ({
    ...user,
    ...(email === null ? {} : { email }),
    ...(locale === null ? {} : { locale }),
  }))
}

/** Who stands behind one reference; `names` are the ways it may have been written. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly userIds: readonly string[]
}

const activeMembers = sql`coalesce(array_agg(u.id order by u.username) filter (where u.status = 'active'), '{}')`

/** Members by id or user name; an account that is not active stands for nobody. */
export async function listUsersByRef(
  db: Db,
  tenantId: string,
  refs: readonly string[],
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select u.id::text as id, u.username as name, ${activeMembers} as "userIds"
    from memberships m
    join users u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and (u.id::text = any (${[...refs]}) or u.username = any (${[...refs]}))
    group by u.id`.execute(db)
  return rows
}

export async function listRolesByRef(
  db: Db,
  tenantId: string,
  refs: readonly string[],
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select r.id::text as id, r.code as name, ${activeMembers} as "userIds"
    from roles r
    left join member_roles mr on mr.tenant_id = r.tenant_id and mr.role_id = r.id
    left join users u on u.id = mr.user_id
    where r.tenant_id = ${tenantId} and (r.id::text = any (${[...refs]}) or r.code = any (${[...refs]}))
    group by r.id`.execute(db)
  return rows
}

/** The direct members of departments; those of departments below are not meant. */
export async function listDepartmentsByRef(
  db: Db,
  tenantId: string,
  refs: readonly string[],
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select d.id::text as id, d.code as name, ${activeMembers} as "userIds"
    from departments d
    left join memberships m on m.tenant_id = d.tenant_id and m.department_id = d.id
    left join users u on u.id = m.user_id
    where d.tenant_id = ${tenantId} and (d.id::text = any (${[...refs]}) or d.code = any (${[...refs]}))
    group by d.id`.execute(db)
  return rows
}

export async function listPostsByRef(
  db: Db,
  tenantId: string,
  refs: readonly string[],
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select m.post as id, m.post as name, ${activeMembers} as "userIds"
    from memberships m
    join users u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and m.post = any (${[...refs]})
    group by m.post`.execute(db)
  return rows
}

/** One step of a line above a person. `userId` is null where nobody active stands. */
export interface Step {
  readonly start: string
  readonly level: number
  readonly userId: string | null
}

const maxLevels = 50

/** The managers above each person, level 1 the direct one; a line that returns to itself ends. */
export async function listManagerSteps(
  db: Db,
  tenantId: string,
  userIds: readonly string[],
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with recursive line as (
      select m.user_id as start, m.manager_id as person, 1 as level, array[m.user_id, m.manager_id] as seen
      from memberships m
      where m.tenant_id = ${tenantId} and m.user_id = any (${[...userIds]}::uuid[]) and m.manager_id is not null
      union all
      select line.start, m.manager_id, line.level + 1, line.seen || m.manager_id
      from line
      join memberships m on m.tenant_id = ${tenantId} and m.user_id = line.person
      where m.manager_id is not null and m.manager_id <> all (line.seen) and line.level < ${maxLevels}
    )
    select line.start, line.level, case when u.status = 'active' then u.id end as "userId"
    from line
    join users u on u.id = line.person
    order by line.start, line.level`.execute(db)
  return rows
}

/** The leaders of the departments above each person, level 0 that of the person's own department. */
export async function listLeaderSteps(
  db: Db,
  tenantId: string,
  userIds: readonly string[],
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with recursive line as (
      select m.user_id as start, d.id, d.parent_id, d.leader_id, 0 as level, array[d.id] as seen
      from memberships m
      join departments d on d.tenant_id = m.tenant_id and d.id = m.department_id
      where m.tenant_id = ${tenantId} and m.user_id = any (${[...userIds]}::uuid[])
      union all
      select line.start, d.id, d.parent_id, d.leader_id, line.level + 1, line.seen || d.id
      from line
      join departments d on d.tenant_id = ${tenantId} and d.id = line.parent_id
      where d.id <> all (line.seen) and line.level < ${maxLevels}
    )
    select line.start, line.level, case when u.status = 'active' then u.id end as "userId"
    from line
    left join users u on u.id = line.leader_id
    order by line.start, line.level`.execute(db)
  return rows
}

/** Who of some people has which of some permissions now; an account that is not active has none. */
export async function listHeldPermissions(
  db: Db,
  tenantId: string,
  userIds: readonly string[],
  permissions: readonly string[],
): Promise<{ userId: string; permission: string }[]> {
  const { rows } = await sql<{ userId: string; permission: string }>`
    select distinct mr.user_id as "userId", permission
    from member_roles mr
    join users u on u.id = mr.user_id and u.status = 'active'
    join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
    cross join lateral unnest(r.permissions) permission
    where mr.tenant_id = ${tenantId} and mr.user_id = any (${[...userIds]}::uuid[])
      and permission = any (${[...permissions]}::text[])`.execute(db)
  return rows
}
