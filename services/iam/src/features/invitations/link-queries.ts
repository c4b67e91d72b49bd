import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import type { TakenInvitation } from './queries.ts'

export interface OpenInvitation extends TakenInvitation {
  readonly id: string
  readonly email: string
  readonly tenantName: string
  readonly inviter: string
}

/** An invitation of an address that is still open, for who has its link. */
export async function findOpenInvitation(
  db: Db,
  id: string,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select i.id, i.email, i.tenant_id as "tenantId", i.invited_by as "invitedBy",
      i.role_ids as "roleIds", t.name as "tenantName", u.display_name as inviter
    from invitations i
    join tenants t on t.id = i.tenant_id and t.status = 'active'
    join users u on u.id = i.invited_by
    where i.id = ${id}::uuid and i.email is not null and i.expires_at > ${now}`.execute(db)
  return rows[0]
}

/** Where an account is invited to by an invitation that is open; nothing is taken by it. */
export async function findInvitedTo(
  db: Db,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ tenantId: string }>`
    select i.tenant_id as "tenantId" from invitations i
    join users u on u.username in (i.username, i.answering_username) and u.id = ${userId}
    where i.id = ${id}`.execute(db)
  return rows[0]?.tenantId
}

/** Takes an invitation out by its link; of two uses at once one gets it. */
export async function takeInvitationOf(
  tx: Tx,
  tenantId: string,
  id: string,
  now: Date,
): Promise<TakenInvitation | undefined> {
  return tx
    .deleteFrom('invitations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('email', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['tenant_id as tenantId', 'invited_by as invitedBy', 'role_ids as roleIds'])
    .executeTakeFirst()
}

/**
 * Notes the account that who has the link of an open invitation says is theirs, so that its owner can
 * answer once signed in. Whom a tenant invited by name is another matter, and stays.
 *
 * @returns undefined when the invitation is over, else whether it is another one than was noted before.
 */
export async function noteAnswering(
  tx: Tx,
  tenantId: string,
  id: string,
  username: string,
  now: Date,
): Promise<boolean | undefined> {
  const open = await tx
    .selectFrom('invitations')
    .select('answering_username as before')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('email', 'is not', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined) return undefined
  if (open.before === username) return false
  await tx
    .updateTable('invitations')
    .set({ answering_username: username })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  return true
}

/** The roles among these that the tenant still has. */
export async function listRolesGiven(tx: Tx, tenantId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('roles')
    .select(['id', 'permissions'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute()
}
