import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { endGrantsAndNotify } from '../logout-notices/queries.ts'

/** Signs a user out everywhere: sessions, codes and refresh tokens are gone. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await endGrantsAndNotify(db, sql`user_id = ${userId}`)
  await db.deleteFrom('oidc_artifacts').where('user_id', '=', userId).execute()
}

/** Ends one session of a user with what came from it. False when it is not one of theirs. */
export async function endSessionOf(db: Db, userId: string, sessionUid: string): Promise<boolean> {
  // The grants first: who is told of the end is read from the session.
  await endGrantsAndNotify(db, sql`user_id = ${userId} and session_uid = ${sessionUid}`)
  const { numDeletedRows } = await db
    .deleteFrom('oidc_artifacts')
    .where('kind', '=', 'Session')
    .where('user_id', '=', userId)
    .where('session_uid', '=', sessionUid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends what a user had in one tenant, as when the membership ends. */
export async function endGrantsInTenant(db: Db, tenantId: string, userId: string): Promise<void> {
  await endGrantsAndNotify(db, sql`tenant_id = ${tenantId} and user_id = ${userId}`)
}
