import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/**
 * Removes members, and those of their accounts that are of no other tenant and that nothing of another refers to.
 */
export async function deleteMembers(
  db: Db,
  tenantId: string,
  limit: number,
): Promise<{ readonly memberships: number; readonly users: number }> {
  const { rows: members } = await sql<{ userId: string }>`
    delete from memberships as m
    where m.tenant_id = ${tenantId} and m.ctid = any (array(
      select m.ctid from memberships as m where m.tenant_id = ${tenantId} limit ${limit}))
    returning m.user_id as "userId"`.execute(db)
  const ids = members.map(({ userId }) => userId)
  const { numAffectedRows = 0n } = await sql`
    delete from users as u
    where u.id = any (${ids}::uuid[])
      and not exists (select from memberships as m where m.user_id = u.id and m.tenant_id <> ${tenantId})
      and not exists (select from invitations as i where i.invited_by = u.id and i.tenant_id <> ${tenantId})
      and not exists (select from erasures as e where e.user_id = u.id and e.tenant_id <> ${tenantId})`.execute(
    db,
  )
  return { memberships: members.length, users: Number(numAffectedRows) }
}

/** How many erasures of people the tenant has asked for that are not over. */
export async function countOpenErasures(db: Db, tenantId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from erasures
    where tenant_id = ${tenantId} and state in ('WAITING', 'ERASING')`.execute(db)
  return rows[0]?.open ?? 0
}
