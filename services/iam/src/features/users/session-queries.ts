import type { Db } from '../../db/types.ts'

/** Signs a user out everywhere: sessions, codes and refresh tokens are gone. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('oidc_grants').where('user_id', '=', userId).execute()
  await db.deleteFrom('oidc_artifacts').where('user_id', '=', userId).execute()
}

/** Ends one session of a user with what came from it. False when it is not one of theirs. */
export async function endSessionOf(db: Db, userId: string, sessionUid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oidc_artifacts')
    .where('kind', '=', 'Session')
    .where('user_id', '=', userId)
    .where('session_uid', '=', sessionUid)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await db
    .deleteFrom('oidc_grants')
    .where('user_id', '=', userId)
    .where('session_uid', '=', sessionUid)
    .execute()
  return true
}

/** Ends what a user had in one tenant, as when the membership ends. */
export async function endGrantsInTenant(db: Db, tenantId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('oidc_grants')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}
