import { sql } from 'kysely'
import { hasPassword } from '../accounts/user-queries.ts'
import type { Db, Tx } from '../db/types.ts'

export function getPasswordState(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['username', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** What a stranger would try first: the names of the person and of the tenants they belong to. */
export async function listNamesOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select display_name as name from users where id = ${userId}
    union all select split_part(email, '@', 1) from users where id = ${userId}
    union all select t.name from memberships m join tenants t on t.id = m.tenant_id where m.user_id = ${userId}
  `.execute(db)
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

/** The same of an account that is about to be made in a tenant. */
export async function listNamesOfNew(
  db: Db,
  tenantId: string,
  { displayName, email }: { readonly displayName: string; readonly email?: string | undefined },
): Promise<string[]> {
  const tenant = await db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return [displayName, email?.split('@', 1)[0] ?? '', tenant?.name ?? '']
}

/** Locks the account; says whether its password still has to be changed. */
export async function lockMustChange(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('must_change_password as mustChange')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.mustChange === true
}

export interface NewPassword {
  readonly passwordHash: string
  /** Set by somebody else, so the owner must choose another at the next sign-in. */
  readonly mustChange: boolean
  /** Until when the owner has to have done so; null: there is no such time. */
  readonly expiresAt?: Date | null
  readonly at: Date
  /** Digest of the one that was given as present, where one was. */
  readonly instead?: string
}

/** @returns false when the account has another one by now than it is to take the place of. */
export async function setPassword(
  db: Db,
  userId: string,
  { passwordHash, mustChange, expiresAt = null, at, instead }: NewPassword,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_changed_at: at,
      password_expires_at: expiresAt,
      must_change_password: mustChange,
      revision: sql<number>`revision + 1`,
      updated_at: at,
    })
    .where('id', '=', userId)
    .where(hasPassword(instead))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
