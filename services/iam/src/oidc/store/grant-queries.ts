import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { activityNotes, restOfNew } from '../../accounts/session-activity.ts'
import {
  endGrantsAndNotify,
  lockGround,
  lockSessions,
  type Ground,
} from '../../accounts/session-queries.ts'
import type { ArtifactRow } from './artifact-queries.ts'

export interface GrantRow {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly userId: string
  readonly tenantId: string
  readonly clientId: string
  readonly sessionUid: string
  readonly expiresAt: Date
}

/** A grant with its code, and what is remembered of its session. */
export interface NewFamily {
  readonly grant: GrantRow
  /** There is a grant only while this holds. */
  readonly ground: Ground
  readonly place: SessionPlace
  readonly sessionIdleMs: number
  readonly code: ArtifactRow
}

/**
 * Stores a grant with its code, by one statement that also remembers the tenant of the session, where it was begun, and
 * that it is in use. The lock makes an end of the session under way and this insert take turns.
 *
 * @returns false when the session has ended meanwhile, or the password of the sign-in is no more: then nothing is stored.
 *
 * Kept by: services/iam/src/oidc/sign-out/signed-out-everywhere.test.ts "brings nothing back that is ended while it is under way"
 */
export async function insertFamily(
  db: Db,
  { grant, ground, place, sessionIdleMs, code }: NewFamily,
): Promise<boolean> {
  const { id, userId, tenantId, clientId, sessionUid, expiresAt } = grant
  const { rows } = await sql<{ isStored: boolean }>`
    with ground as (${lockGround(ground)}), family as (
      insert into oidc_grants (id, payload, user_id, tenant_id, client_id, session_uid, expires_at)
      select ${id}, ${JSON.stringify(grant.payload)}::jsonb, ${userId}::uuid, ${tenantId}::uuid,
             ${clientId}, ${sessionUid}, ${expiresAt}::timestamptz
      where exists (select from ground)
      returning id
    ), code as (
      insert into oidc_artifacts (kind, id_hash, payload, grant_id, expires_at)
      select ${code.kind}, ${code.idHash}, ${JSON.stringify(code.payload)}::jsonb, family.id, ${code.expiresAt}::timestamptz
      from family
    ), place as (
      insert into session_tenants (session_uid, tenant_id, expires_at, user_agent, address)
      select ${sessionUid}, ${tenantId}::uuid, ${place.expiresAt}::timestamptz,
        ${place.userAgent?.slice(0, 300) ?? null}::text, ${place.address.slice(0, 100)}
      from family
      on conflict (session_uid) do update set tenant_id = excluded.tenant_id, expires_at = excluded.expires_at
    ), ${activityNotes(restOfNew(grant, sessionIdleMs))}
    select exists (select from family) as "isStored"`.execute(db)
  return rows[0]?.isStored === true
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
export async function deleteSession(tx: Tx, sessionUid: string): Promise<void> {
  await lockSessions(tx, sql`session_uid = ${sessionUid}`)
  await endGrantsAndNotify(tx, sql`session_uid = ${sessionUid}`)
  await tx.deleteFrom('oidc_artifacts').where('session_uid', '=', sessionUid).execute()
  await tx.deleteFrom('session_tenants').where('session_uid', '=', sessionUid).execute()
}

export async function findSessionTenant(db: Db, sessionUid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('session_tenants')
    .select('tenant_id as tenantId')
    .where('session_uid', '=', sessionUid)
    .executeTakeFirst()
  return row?.tenantId
}

/** Where a session was begun, and how long its tenant is remembered. */
export interface SessionPlace {
  readonly expiresAt: Date
  readonly userAgent: string | undefined
  readonly address: string
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
