import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

export function getPasswordState(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['username', 'password_hash as passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
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
