import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { linkLifeMs, type LinkPurpose } from '../core/mail.ts'
import type { Db, Tx } from '../db/types.ts'

export interface NewLink {
  readonly purpose: LinkPurpose
  readonly userId: string
  readonly email: string | null
  /** The administrator who made it, and where. */
  readonly maker?: { readonly userId: string; readonly tenantId: string } | undefined
}

/** Makes a link; of an earlier one of the same purpose nothing is left, but for resets. */
export async function insertLink(
  tx: Tx,
  { purpose, userId, email, maker }: NewLink,
  now: Date,
): Promise<{ id: string; expiresAt: Date }> {
  const id = uuidv7()
  const expiresAt = new Date(now.getTime() + linkLifeMs[purpose])
  if (purpose !== 'reset') {
    await tx
      .deleteFrom('account_links')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .execute()
  }
  await tx
    .insertInto('account_links')
    .values({
      id,
      purpose,
      user_id: userId,
      email,
      created_by: maker?.userId ?? null,
      made_in: maker?.tenantId ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { id, expiresAt }
}

export interface PasswordLink {
  readonly id: string
  readonly purpose: LinkPurpose
  readonly userId: string
  readonly email: string | null
  /** Of one that an administrator made: who and where. */
  readonly createdBy: string | null
  readonly madeIn: string | null
  readonly username: string
  readonly passwordHash: string | null
}

/** A link to a new password that is still good, of an account that may sign in. */
export async function findPasswordLink(
  db: Db,
  id: string,
  now: Date,
): Promise<PasswordLink | undefined> {
  const { rows } = await sql<PasswordLink>`
    select l.id, l.purpose, l.user_id as "userId", l.email, l.created_by as "createdBy",
      l.made_in as "madeIn", u.username, u.password_hash as "passwordHash"
    from account_links l join users u on u.id = l.user_id and u.status = 'active'
    where l.id = ${id}::uuid and l.purpose in ('reset', 'set_password') and l.expires_at > ${now}`.execute(
    db,
  )
  return rows[0]
}

/** Locks an account that may sign in, before its links: in the order of who changes accounts. */
export async function lockActiveUser(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'email_verified_at as emailVerifiedAt'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
}

/** Uses a link up; of two uses at once one gets true. */
export async function takeLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_links')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The code that an account waits for, with the address that it would prove. */
export function findVerification(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('account_links')
    .select(['id', 'email', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify_email')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Whoever opened the link read the mail to that address: it is proven, if it is still the one of the
 * account and nobody else has proven it.
 */
export async function verifyAddressOf(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await sql`
    update users u set email_verified_at = ${now}
    where u.id = ${userId} and u.email_verified_at is null and lower(u.email) = lower(${email})
      and not exists (
        select from users o
        where lower(o.email) = lower(${email}) and o.email_verified_at is not null)`.execute(tx)
}

/** Forgets links that are over; a round of a poll loop. */
export async function deleteExpiredLinks(db: Db, now: Date): Promise<number> {
  const deleted = await sql`
    delete from account_links where ctid in (
      select ctid from account_links where expires_at < ${now} limit 1000)`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n) === 1000 ? 1 : 0
}
