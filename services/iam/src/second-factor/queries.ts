import { sql } from 'kysely'
import type { Db, Tx } from '../db/types.ts'

/** Begins again when it was begun before; false when codes are in use. */
export async function beginTotp(
  db: Db,
  userId: string,
  sealedSecret: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('user_totp')
    .values({ user_id: userId, sealed_secret: sealedSecret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: now })
        .where('user_totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export function findTotp(db: Db, userId: string) {
  return db
    .selectFrom('user_totp')
    .select(['sealed_secret as sealedSecret', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Puts the secret into use with its first code. False when somebody else did, or began anew. */
export async function confirmTotp(
  db: Db,
  userId: string,
  sealedSecret: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_totp')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses a time step up: of codes that arrive together one gets true, and an earlier one none. */
export async function useTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where((or) => or.or([or('last_step', 'is', null), or('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_totp')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Under the lock of the account: the codes of one replacement are all there is. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

/** Uses a recovery code up; of two at once one gets true. */
export async function spendRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
