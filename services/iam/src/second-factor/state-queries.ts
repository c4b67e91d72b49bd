import type { Db, Tx } from '../db/types.ts'

/** What an account has beside its password. */
export async function readMfaState(db: Db, userId: string) {
  const [totp, codes, passkeys] = await Promise.all([
    db
      .selectFrom('user_totp')
      .select('confirmed_at as confirmedAt')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('recovery_codes')
      .select((count) => count.fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  ])
  return {
    totpSince: totp?.confirmedAt ?? undefined,
    recoveryCodesLeft: codes.left,
    passkeys,
    enabled: passkeys.length > 0 || totp !== undefined,
  }
}

export type MfaState = Awaited<ReturnType<typeof readMfaState>>

/** Changes of what guards one account take turns. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export async function hasRecoveryCodes(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes every second factor. */
export async function deleteSecondFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_totp').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
