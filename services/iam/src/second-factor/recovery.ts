import { generateRecoveryCodes, hashRecoveryCode } from '../core/recovery-codes.ts'
import type { Tx } from '../db/types.ts'
import { replaceRecoveryCodes } from './queries.ts'
import { hasRecoveryCodes, lockAccount, readMfaState } from './state-queries.ts'

/** New recovery codes instead of the earlier ones. */
export async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await lockAccount(tx, userId)
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
  return codes
}

/** Codes with the first factor that is added; undefined when there are some already. */
export async function issueFirstRecoveryCodes(
  tx: Tx,
  userId: string,
): Promise<string[] | undefined> {
  await lockAccount(tx, userId)
  return (await hasRecoveryCodes(tx, userId)) ? undefined : issueRecoveryCodes(tx, userId)
}

/** Recovery codes end with the last factor they stand in for. */
export async function dropUselessRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId)
  if (!(await readMfaState(tx, userId)).enabled) await replaceRecoveryCodes(tx, userId, [])
}
