import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** When a restore was recorded; undefined when it was not. */
export async function findRecorded(db: Db, restoredTo: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('restores')
    .select('recorded_at as recordedAt')
    .where('restored_to', '=', restoredTo)
    .executeTakeFirst()
  return row?.recordedAt
}

/** Records a restore; undefined when another command has in the meantime. */
export async function insertRestore(db: Db, restoredTo: Date): Promise<Date | undefined> {
  const row = await db
    .insertInto('restores')
    .values({ restored_to: restoredTo })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recorded_at as recordedAt')
    .executeTakeFirst()
  return row?.recordedAt
}

// More than the feed numbers in the time between two backups that anybody would restore.
const NUMBERS_LEFT_OUT = 100_000

/**
 * Goes on with numbers of the feed above all that were given out before the restore, and lets every receiver
 * begin its stream anew: one may have acknowledged numbers that would be given out again.
 */
export async function leaveNumbersOut(db: Db): Promise<void> {
  await sql`select max(nextval('security_events_position_seq'))
    from generate_series(1, ${NUMBERS_LEFT_OUT}::integer)`.execute(db)
  await sql`delete from security_event_streams`.execute(db)
}

/** Voids the access tokens of all clients that were issued before now, whoever they are for. */
export async function voidTokens(db: Db): Promise<void> {
  await sql`
    insert into security_events (kind, tenant_id, subject, reason)
    select 'client', tenant_id, client_id, 'restored' from clients`.execute(db)
}

/** Those who are signed in, or have refresh tokens, from before a moment. */
export async function listSignedIn(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from oidc_grants where created_at < ${before}
    union
    select user_id from oidc_artifacts where user_id is not null and created_at < ${before}
    limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}
