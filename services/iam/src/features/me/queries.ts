import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Active tenants that the user may switch to. */
export function listMyTenants(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['t.id', 't.name'])
    .where('m.user_id', '=', userId)
    .where('t.status', '=', 'active')
    .orderBy('t.name')
    .orderBy('t.id')
    .execute()
}

/** The session that a grant came from, and how it was signed in to; undefined when it is over. */
export function findSessionContext(db: Db, tenantId: string, grantId: string) {
  return db
    .selectFrom('oidc_grants as g')
    .innerJoin('oidc_artifacts as s', 's.session_uid', 'g.session_uid')
    .select(['s.session_uid as uid', sql<string | null>`s.payload ->> 'acr'`.as('acr')])
    .where('g.tenant_id', '=', tenantId)
    .where('g.id', '=', grantId)
    .where('s.kind', '=', 'Session')
    .orderBy(sql`(s.payload ->> 'loginTs')::bigint`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function getEmail(
  db: Db,
  userId: string,
): Promise<{ email: string | null; verified: boolean }> {
  return db
    .selectFrom('users')
    .select(['email', sql<boolean>`email_verified_at is not null`.as('verified')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Violates `users_verified_email` when another account has proven the address. */
export async function setProvenEmail(
  tx: Db,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email,
      email_verified_at: now,
      revision: sql<number>`revision + 1`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}
