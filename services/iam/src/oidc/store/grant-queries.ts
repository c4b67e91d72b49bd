import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { endGrantsAndNotify, lockSessions } from '../../accounts/session-queries.ts'

export interface GrantRow {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly userId: string
  readonly tenantId: string
  readonly clientId: string
  readonly sessionUid: string
  readonly expiresAt: Date
}

/**
 * Stores a grant; one of a session that is stored only while that is there. The lock makes an end
 * under way and this insert take turns.
 *
 * @returns false when the session has ended meanwhile.
 *
 * Kept by: services/iam/src/oidc/sign-out/signed-out-everywhere.test.ts "brings nothing back that is ended while it is under way"
 */
export async function insertGrant(db: Db, row: GrantRow, ofStored: boolean): Promise<boolean> {
  const { id, userId, tenantId, clientId, sessionUid, expiresAt } = row
  const { numAffectedRows } = await sql`
    with live as (
      select 1 from oidc_artifacts
      where ${ofStored} and kind = 'Session' and session_uid = ${sessionUid} for key share
    )
    insert into oidc_grants (id, payload, user_id, tenant_id, client_id, session_uid, expires_at)
    select ${id}, ${JSON.stringify(row.payload)}::jsonb, ${userId}::uuid, ${tenantId}::uuid,
           ${clientId}, ${sessionUid}, ${expiresAt}::timestamptz
    where not ${ofStored} or exists (select from live)`.execute(db)
  return numAffectedRows === 1n
}

export async function findGrantPayload(
  db: Db,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('oidc_grants')
    .select('payload')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.payload
}

/**
 * Ends a family after a replay, and records that it came to that. The row stays for the request that was first, which may still be
 * under way; the refresh token it is about to save is refused.
 */
export async function endGrant(db: Db, id: string, address?: string): Promise<void> {
  const ended = await db
    .updateTable('oidc_grants')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['tenant_id as tenantId', 'user_id as userId', 'client_id as clientId'])
    .executeTakeFirst()
  if (ended !== undefined) {
    const { tenantId, userId, clientId } = ended
    await insertAuditEvent(
      db,
      {
        action: 'token.replayed',
        outcome: 'failure',
        tenantId,
        actorKind: 'anonymous',
        address,
        targetKind: 'user',
        targetId: userId,
        details: { clientId },
      },
      new Date(),
    )
  }
  await db
    .deleteFrom('oidc_artifacts')
    .where('grant_id', '=', id)
    .where('kind', '=', 'RefreshToken')
    .execute()
}

/** Ends a family at once: its code and refresh tokens go with the row. */
export async function deleteGrant(db: Db, id: string): Promise<void> {
  await db.deleteFrom('oidc_grants').where('id', '=', id).execute()
}

/** Ends a session: signed out here, and every refresh token that came from it is gone. */
export async function deleteSession(db: Db, sessionUid: string): Promise<void> {
  await lockSessions(db, sql`session_uid = ${sessionUid}`)
  await endGrantsAndNotify(db, sql`session_uid = ${sessionUid}`)
  await db.deleteFrom('oidc_artifacts').where('session_uid', '=', sessionUid).execute()
  await db.deleteFrom('session_tenants').where('session_uid', '=', sessionUid).execute()
}

export async function findSessionTenant(db: Db, sessionUid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('session_tenants')
    .select('tenant_id as tenantId')
    .where('session_uid', '=', sessionUid)
    .executeTakeFirst()
  return row?.tenantId
}

export interface SessionPlace {
  readonly sessionUid: string
  readonly tenantId: string
  readonly expiresAt: Date
  readonly userAgent: string | undefined
  readonly address: string
}

/** Remembers the tenant of a session, and where it was begun. */
export async function rememberSessionTenant(
  db: Db,
  { sessionUid, tenantId, expiresAt, userAgent, address }: SessionPlace,
): Promise<void> {
  await db
    .insertInto('session_tenants')
    .values({
      session_uid: sessionUid,
      tenant_id: tenantId,
      expires_at: expiresAt,
      user_agent: userAgent?.slice(0, 300) ?? null,
      address: address.slice(0, 100),
    })
    .onConflict((conflict) =>
      conflict.column('session_uid').doUpdateSet({ tenant_id: tenantId, expires_at: expiresAt }),
    )
    .execute()
}

/** What somebody agreed to that an application gets. */
export interface Consent {
  readonly scopes: readonly string[]
  /** What tokens may carry. Null: it was not written down. */
  readonly permissions: readonly string[] | null
}

export function findConsent(
  db: Db,
  userId: string,
  tenantId: string,
  clientId: string,
): Promise<Consent | undefined> {
  return db
    .selectFrom('consents')
    .select(['scopes', 'permissions'])
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The page names all permissions and the scopes of one request: those of earlier ones stay. */
export async function addConsent(
  db: Db,
  userId: string,
  tenantId: string,
  clientId: string,
  { scopes, permissions }: Consent,
): Promise<void> {
  await sql`
    insert into consents as c (user_id, tenant_id, client_id, scopes, permissions)
    values (${userId}, ${tenantId}, ${clientId}, ${scopes}, ${permissions})
    on conflict on constraint consents_pkey do update
    set scopes = array(select distinct unnest(c.scopes || excluded.scopes)),
        permissions = excluded.permissions, updated_at = now()`.execute(db)
}
