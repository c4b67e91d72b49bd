import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

export interface DueNotice {
  readonly id: string
  readonly clientId: string
  readonly userId: string
  readonly sid: string | null
  readonly uri: string
  readonly attempts: number
}

const pause = sql`least(interval '1 hour', interval '30 seconds' * 2 ^ least(n.attempts, 10))`

/**
 * Takes the notice that has been due for longest, of none of the clients named. Taking it puts it off, first by
 * 30 s, then doubled up to an hour: that is the lease of who sends it and the pause before the next try in one.
 *
 * Kept by: services/iam/src/features/logout-notices/logout-notices.test.ts "is tried again until the application took it, or refused it for good"
 */
export async function takeDueNotice(
  db: Db,
  except: readonly string[],
): Promise<DueNotice | undefined> {
  const { rows } = await sql<DueNotice>`
    with due as materialized (
      select n.id from logout_notices n
      join clients c on c.client_id = n.client_id and c.backchannel_logout_uri is not null
      where n.next_attempt_at <= now() and n.client_id <> all (${except}::text[])
      order by n.next_attempt_at limit 1 for update of n skip locked
    )
    update logout_notices n
    set attempts = n.attempts + 1, next_attempt_at = now() + ${pause}
    from clients c
    where c.client_id = n.client_id and n.id in (table due)
    returning n.id, n.client_id as "clientId", n.user_id as "userId", n.sid, n.attempts,
              c.backchannel_logout_uri as uri`.execute(db)
  return rows[0]
}

export async function deleteNotice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('logout_notices').where('id', '=', id).execute()
}

/**
 * Puts off what else is due to an application that failed, as if each had been tried. Left at the head of the
 * index, thousands of them would be passed over by everybody who looks for the next one.
 *
 * Kept by: services/iam/src/features/logout-notices/logout-notices.test.ts "are put off together"
 */
export async function putOffNoticesOf(db: Db, clientId: string): Promise<void> {
  await sql`
    with due as materialized (
      select id from logout_notices where client_id = ${clientId} and next_attempt_at <= now()
      order by next_attempt_at limit 10000 for update skip locked
    )
    update logout_notices n set attempts = n.attempts + 1, next_attempt_at = now() + ${pause}
    where n.id in (table due)`.execute(db)
}

/** Forgets a part of what nobody took for a day, and of what is for a client that no longer wants it. */
export async function deleteHopelessNotices(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from logout_notices where ctid in (
      select n.ctid from logout_notices n join clients c on c.client_id = n.client_id
      where n.created_at < now() - interval '1 day' or c.backchannel_logout_uri is null
      limit 1000)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
