import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { MailOutcome } from '../../core/mail.ts'
import type { Db, Tx } from '../../db/types.ts'

export interface NewInvitation {
  readonly username: string | null
  readonly email: string | null
  readonly roleIds: readonly string[]
  readonly invitedBy: string
  readonly expiresAt: Date
}

/** Invites a name or an address; an invitation that is there lives on, with these roles. */
export async function upsertInvitation(
  tx: Tx,
  tenantId: string,
  { username, email, roleIds, invitedBy, expiresAt }: NewInvitation,
  now: Date,
): Promise<string> {
  const target =
    email === null
      ? sql`on constraint invitations_one_per_name`
      : sql`(tenant_id, lower(email)) where email is not null`
  const { rows } = await sql<{ id: string }>`
    insert into invitations (id, tenant_id, username, email, role_ids, invited_by, created_at, expires_at)
    values (${uuidv7()}, ${tenantId}, ${username}, ${email}, ${[...roleIds]}::uuid[], ${invitedBy},
      ${now}, ${expiresAt})
    on conflict ${target} do update set role_ids = excluded.role_ids,
      invited_by = excluded.invited_by, created_at = excluded.created_at,
      expires_at = excluded.expires_at
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the invitation was not written')
  return id
}

export interface InvitationRow {
  readonly id: string
  readonly username: string | null
  readonly email: string | null
  readonly roles: { id: string; code: string; name: string }[]
  readonly mail: MailOutcome | 'waiting' | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const selectInvitations = (tenantId: string) => sql<InvitationRow>`
  select i.id, i.username, i.email, i.created_at as "createdAt", i.expires_at as "expiresAt",
    coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'name', r.name) order by r.code)
      from roles r where r.tenant_id = i.tenant_id and r.id = any(i.role_ids)), '[]'::jsonb) as roles,
    (select coalesce(m.outcome, 'waiting') from mails m
      where m.tenant_id = i.tenant_id and m.invitation_id = i.id order by m.id desc limit 1) as mail
  from invitations i where i.tenant_id = ${tenantId}`

export async function listInvitations(
  db: Db,
  tenantId: string,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    ${selectInvitations(tenantId)} and i.expires_at > ${now}
      and (${after ?? null}::uuid is null or i.id > ${after ?? null}::uuid)
    order by i.id limit ${limit}`.execute(db)
  return rows
}

export async function findInvitation(
  db: Db,
  tenantId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    ${selectInvitations(tenantId)} and i.id = ${id}`.execute(db)
  return rows[0]
}

/** Lets an invitation live on, in the name of who does so. */
export async function renewInvitation(
  tx: Tx,
  tenantId: string,
  id: string,
  invitedBy: string,
  expiresAt: Date,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ invited_by: invitedBy, expires_at: expiresAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteInvitation(tx: Tx, tenantId: string, id: string) {
  return tx
    .deleteFrom('invitations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(['username', 'email'])
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

/** Forgets a part of the invitations that ended before a moment, of one tenant; answers how many. */
export const pruneInvitations = (
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> =>
  removeOfOneTenant(
    db,
    {
      table: 'invitations',
      key: ['tenant_id', 'id'],
      rows: sql`from invitations as gone where expires_at < ${before}`,
      order: sql`order by expires_at`,
    },
    limit,
  )

/** Open invitations of an account: of whichever tenant, as it belongs to the account alone. */
export function listInvitationsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('users as u', (join) =>
      join.on(({ eb, ref }) =>
        eb('u.username', 'in', [ref('i.username'), ref('i.answering_username')]),
      ),
    )
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select(['i.id', 't.id as tenantId', 't.name as tenantName', 'i.expires_at as expiresAt'])
    .where('u.id', '=', userId)
    .where('t.status', '=', 'active')
    .where('i.expires_at', '>', now)
    .orderBy('i.id')
    .limit(200)
    .execute()
}

/** What an invitation gives, and in whose name. */
export interface TakenInvitation {
  readonly tenantId: string
  readonly invitedBy: string
  readonly roleIds: readonly string[]
}

/** Takes an invitation of the account out; of two answers at once one gets it. */
export async function takeInvitation(
  tx: Tx,
  userId: string,
  id: string,
  now: Date,
): Promise<TakenInvitation | undefined> {
  const { rows } = await sql<TakenInvitation>`
    delete from invitations i using users u, tenants t
    where i.id = ${id} and u.id = ${userId} and u.status = 'active'
      and u.username in (i.username, i.answering_username)
      and t.id = i.tenant_id and t.status = 'active' and i.expires_at > ${now}
    returning i.tenant_id as "tenantId", i.invited_by as "invitedBy", i.role_ids as "roleIds"`.execute(
    tx,
  )
  return rows[0]
}
