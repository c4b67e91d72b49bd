import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { lockSessions } from '../../oidc/grant-queries.ts'
import { endGrantsAndNotify } from '../logout-notices/queries.ts'

/** Signs a user out everywhere: sessions, sign-ins under way, codes and refresh tokens are gone. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await lockSessions(db, sql`user_id = ${userId}`)
  await endGrantsAndNotify(db, sql`user_id = ${userId}`)
  await db.deleteFrom('oidc_artifacts').where('user_id', '=', userId).execute()
}

/** Leaves the user one session alone, as when who else knew the password has to go. */
export async function endOtherSessionsOf(
  db: Db,
  userId: string,
  sessionUid: string,
): Promise<void> {
  const others = sql`user_id = ${userId} and session_uid <> ${sessionUid}`
  await lockSessions(db, others)
  await endGrantsAndNotify(db, others)
  await db
    .deleteFrom('oidc_artifacts')
    .where('user_id', '=', userId)
    .where((or) => or.or([or('session_uid', 'is', null), or('session_uid', '<>', sessionUid)]))
    .execute()
}

/** Ends one session of a user with what came from it. False when it is not one of theirs. */
export async function endSessionOf(db: Db, userId: string, sessionUid: string): Promise<boolean> {
  const theirs = sql`user_id = ${userId} and session_uid = ${sessionUid}`
  await lockSessions(db, theirs)
  // The grants first: who is told of the end is read from the session.
  await endGrantsAndNotify(db, theirs)
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

/** Ends what one application got from a user in one tenant; the sessions go on. */
export async function endGrantsOfClient(
  db: Db,
  tenantId: string,
  userId: string,
  clientId: string,
): Promise<void> {
  await endGrantsAndNotify(
    db,
    sql`tenant_id = ${tenantId} and user_id = ${userId} and client_id = ${clientId}`,
  )
}
