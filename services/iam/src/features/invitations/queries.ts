import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../db/types.ts'

const columns = ['id', 'username', 'created_at as createdAt', 'expires_at as expiresAt'] as const

/** Invites a name, or lets an invitation that is there live on. */
export function upsertInvitation(
  tx: Tx,
  tenantId: string,
  invitation: { readonly username: string; readonly invitedBy: string; readonly expiresAt: Date },
  now: Date,
) {
  const { username, invitedBy, expiresAt } = invitation
  const fresh = { invited_by: invitedBy, created_at: now, expires_at: expiresAt }
  return tx
    .insertInto('invitations')
    .values({ id: uuidv7(), tenant_id: tenantId, username, ...fresh })
    .onConflict((conflict) => conflict.constraint('invitations_one_per_name').doUpdateSet(fresh))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type InvitationRow = Awaited<ReturnType<typeof upsertInvitation>>

export function listInvitations(
  db: Db,
  tenantId: string,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<InvitationRow[]> {
  let query = db
    .selectFrom('invitations')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '>', now)
  if (after !== undefined) query = query.where('id', '>', after)
  return query.orderBy('id').limit(limit).execute()
}

export async function deleteInvitation(tx: Tx, tenantId: string, id: string) {
  return tx
    .deleteFrom('invitations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('username')
    .executeTakeFirst()
}

/** Forgets what nobody answered in time. */
export async function deleteExpiredInvitations(tx: Tx, tenantId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<=', now)
    .execute()
}

/** Open invitations of an account: of whichever tenant, as it belongs to the account alone. */
export function listInvitationsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.username', 'i.username')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select(['i.id', 't.id as tenantId', 't.name as tenantName', 'i.expires_at as expiresAt'])
    .where('u.id', '=', userId)
    .where('t.status', '=', 'active')
    .where('i.expires_at', '>', now)
    .orderBy('i.id')
    .limit(200)
    .execute()
}

/** Takes an invitation of the account out; of two answers at once one gets it. */
export async function takeInvitation(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<{ tenantId: string } | undefined> {
  const { rows } = await sql<{ tenantId: string }>`
    delete from invitations i using users u, tenants t
    where i.id = ${id} and u.id = ${userId} and u.username = i.username and u.status = 'active'
      and t.id = i.tenant_id and t.status = 'active' and i.expires_at > ${now}
    returning i.tenant_id as "tenantId"`.execute(tx)
  return rows[0]
}
