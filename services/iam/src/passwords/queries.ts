import { sql } from 'kysely'
import type { Db, Tx } from '../db/types.ts'

export function getPasswordState(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['username', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
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
  readonly at: Date
}

export async function setPassword(
  db: Db,
  userId: string,
  { passwordHash, mustChange, at }: NewPassword,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_changed_at: at,
      must_change_password: mustChange,
      revision: sql<number>`revision + 1`,
      updated_at: at,
    })
    .where('id', '=', userId)
    .execute()
}
