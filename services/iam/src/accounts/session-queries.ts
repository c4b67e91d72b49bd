import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/types.ts'
import { hasPassword } from './user-queries.ts'

/**
 * Before anything of sessions is ended: no grant is made of one from here on. `condition` speaks of
 * oidc_artifacts.
 */
export async function lockSessions(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from oidc_artifacts where kind = 'Session' and ${condition} order by id_hash for update`.execute(
    db,
  )
}

/**
 * Ends grants, and writes down whom to tell, in one statement: whoever registered an address is
 * told of the session as it knows it. `condition` speaks of oidc_grants.
 *
 * Kept by: services/iam/src/features/logout-notices/logout-notices.test.ts "tells an application of the end of its session, by the sid of the ID token"
 */
export async function endGrantsAndNotify(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with ended as (
      delete from oidc_grants where ${condition} returning client_id, session_uid, user_id
    )
    insert into logout_notices (client_id, user_id, sid)
    select distinct e.client_id, e.user_id, s.payload #>> array['authorizations', e.client_id, 'sid']
    from ended e
    join clients c on c.client_id = e.client_id and c.backchannel_logout_uri is not null
    left join oidc_artifacts s on s.kind = 'Session' and s.session_uid = e.session_uid`.execute(db)
}

/** Signs a user out everywhere: sessions, sign-ins under way, codes and refresh tokens are gone. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await lockSessions(db, sql`user_id = ${userId}`)
  await endGrantsAndNotify(db, sql`user_id = ${userId}`)
  await db.deleteFrom('oidc_artifacts').where('user_id', '=', userId).execute()
}

/** Whether a session of the user is still stored. */
export async function hasSession(db: Db, userId: string, sessionUid: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_artifacts')
    .select('session_uid')
    .where('kind', '=', 'Session')
    .where('user_id', '=', userId)
    .where('session_uid', '=', sessionUid)
    .executeTakeFirst()
  return row !== undefined
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
    // A page that is answered in the session says so in what is kept of it alone.
    .where(sql`coalesce(session_uid, payload #>> '{session,uid}')`, 'is distinct from', sessionUid)
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

/**
 * What something new of a sign-in rests on: the session that it came with, or a sign-in that this
 * request ends. Other ways to sign in than by our password have no digest; an account that is
 * signed out everywhere may sign in by them anew at once.
 */
export type Ground =
  | { readonly kind: 'session'; readonly userId: string; readonly sessionUid: string }
  | {
      readonly kind: 'sign_in'
      readonly userId: string
      /** Of the stored hash that the typed password was compared with. */
      readonly passwordDigest: string | undefined
    }

/**
 * SQL that finds a row while the ground holds. The lock makes what takes the ground away, a reset or
 * an end of the session, and the statement that stores something on it take turns: who waited for a
 * reset finds nothing.
 *
 * Kept by: services/iam/src/oidc/sign-in/reset-meanwhile.test.ts "ends with the password that it began with"
 */
export function lockGround(ground: Ground): RawBuilder<unknown> {
  if (ground.kind === 'session')
    // The account first, as a reset locks it: what is stored names it, and would lock it last.
    return sql`
      with account as materialized (
        select id from users where id = ${ground.userId}::uuid for key share
      )
      select 1 from account join oidc_artifacts as session on session.user_id = account.id
      where session.kind = 'Session' and session.session_uid = ${ground.sessionUid}
      for key share of session`
  return sql`
    select 1 from users
    where id = ${ground.userId}::uuid and status = 'active' and ${hasPassword(ground.passwordDigest)}
    for share`
}
