import { inTransaction } from '@countersign/service-kit/transaction'
import { bucketOf, clearAttempts } from '../passwords/attempt-queries.ts'
import { hashRecoveryCode } from '../core/recovery-codes.ts'
import type { Deps } from '../deps.ts'
import { slowDown } from '../passwords/throttle.ts'
import { findTotp, spendRecoveryCode, useTotpStep } from './queries.ts'
import { matchTotp } from './totp.ts'

export type CodeResult =
  | { readonly kind: 'right'; readonly recovery: boolean }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly seconds: number }

/** Counts the tries of codes; whoever gets here knows the password already. */
export const codeBucket = (userId: string) => bucketOf('mfa', userId)

const sixDigits = /^\d{6}$/

/**
 * Checks and uses up a code of the second factor: six digits, or a recovery code.
 *
 * Kept by: services/iam/src/oidc/sign-in/mfa.test.ts "takes a code once: of five sign-ins at once with the same one, one succeeds"
 */
export async function checkCode(
  deps: Pick<Deps, 'db' | 'now' | 'sealer'>,
  userId: string,
  typed: string,
): Promise<CodeResult> {
  const seconds = await inTransaction(deps.db, (tx) => slowDown(tx, codeBucket(userId), deps.now()))
  if (seconds !== undefined) return { kind: 'wait', seconds }
  const code = typed.replaceAll(/\s/g, '')
  const recovery = !sixDigits.test(code)
  const right = recovery
    ? await spendRecoveryCode(deps.db, userId, hashRecoveryCode(code))
    : await spendTotpCode(deps, userId, code)
  if (!right) return { kind: 'wrong' }
  await clearAttempts(deps.db, codeBucket(userId))
  return { kind: 'right', recovery }
}

async function spendTotpCode(
  { db, now, sealer }: Pick<Deps, 'db' | 'now' | 'sealer'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(db, userId)
  if (totp === undefined || totp.confirmedAt === null) return false
  const step = await matchTotp(sealer, userId, totp.sealedSecret, code, now())
  return step !== undefined && (await useTotpStep(db, userId, step))
}
