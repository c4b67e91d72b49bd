import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterFailure, type ThrottlePolicy } from '../core/throttle.ts'
import type { Db, Tx } from '../db/types.ts'

/** Names what is counted: a user name together with the address or the known device it came from. */
export const bucketOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

/**
 * Counts a try before the password is looked at, so that a hundred tries at once are a hundred
 * tries. Answers until when the bucket is blocked, or undefined when the try may go on.
 *
 * Kept by: services/iam/src/oidc/pages/pages.test.ts "counts a hundred guesses at once as a hundred"
 */
export async function reserveAttempt(
  tx: Tx,
  bucket: Buffer,
  policy: ThrottlePolicy,
  now: Date,
): Promise<Date | undefined> {
  const inserted = await tx
    .insertInto('sign_in_attempts')
    .values({ bucket, failures: 1, last_failure_at: now, blocked_until: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined
  const row = await tx
    .selectFrom('sign_in_attempts')
    .select(['failures', 'last_failure_at as lastFailureAt', 'blocked_until as blockedUntil'])
    .where('bucket', '=', bucket)
    .forUpdate()
    .executeTakeFirst()
  // A free try blocks until its own time, which another one at the same moment may be a little
  // behind of: that is no reason to wait.
  if (row !== undefined && row.failures > policy.free && row.blockedUntil > now)
    return row.blockedUntil
  const { failures, blockedUntil } = afterFailure(policy, row, now)
  await tx
    .updateTable('sign_in_attempts')
    .set({ failures, last_failure_at: now, blocked_until: blockedUntil })
    .where('bucket', '=', bucket)
    .execute()
  return undefined
}

/** The password was right: what was counted is forgotten. */
export async function clearAttempts(db: Db, bucket: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('bucket', '=', bucket).execute()
}

/** Forgets old failures; a round of a poll loop. */
export async function deleteOldAttempts(db: Db, before: Date): Promise<number> {
  const deleted = await sql`
    delete from sign_in_attempts where ctid in (
      select ctid from sign_in_attempts where last_failure_at < ${before} and blocked_until < ${before} limit 1000)`.execute(
    db,
  )
  return Number(deleted.numAffectedRows ?? 0n) === 1000 ? 1 : 0
}

/** The credentials behind a user name, whatever its state. */
export function findCredentials(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'status',
      'password_hash as passwordHash',
      'password_expires_at as passwordExpiresAt',
      'locale',
    ])
    .select(
      // Whose administrators are told.
      sql<string[]>`array(
        select m.tenant_id::text from memberships m
        join tenants t on t.id = m.tenant_id and t.status = 'active'
        where m.user_id = users.id order by t.name, t.id)`.as('tenantIds'),
    )
    .select(
      sql<boolean>`exists (
        select 1 from user_totp where user_id = users.id and confirmed_at is not null
        union all select 1 from passkeys where user_id = users.id)`.as('hasSecondFactor'),
    )
    .where('username', '=', username)
    .executeTakeFirst()
}
