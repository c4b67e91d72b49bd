import { asOneself, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { clearAttempts } from '../../passwords/attempt-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import { recordRefusal } from './record-refusal.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { requirePassword } from './require-password.ts'
import { codeBucket } from '../../second-factor/check-code.ts'
import { beginTotp, confirmTotp, deleteTotp, findTotp } from '../../second-factor/queries.ts'
import {
  dropUselessRecoveryCodes,
  issueFirstRecoveryCodes,
  issueRecoveryCodes,
} from '../../second-factor/recovery.ts'
import { readMfaState } from '../../second-factor/state-queries.ts'
import { generateTotp, matchTotp } from '../../second-factor/totp.ts'

/** Begins to set up codes; they count once one of them was typed in. May be begun again. */
export async function beginMyTotp(
  deps: Deps,
  claimant: Claimant,
  currentPassword: string,
): Promise<{ secret: string; uri: string }> {
  const { userId } = claimant
  const { username } = await requirePassword(deps, claimant, currentPassword)
  const issuer = new URL(deps.issuer).hostname
  const { secret, uri, sealed } = await generateTotp(deps.sealer, userId, { issuer, username })
  return asOneself(deps.db, claimant, async (tx) => {
    if (!(await beginTotp(tx, userId, sealed, deps.now()))) throw problems.mfa_enrolled()
    return { secret, uri }
  })
}

/** Puts the codes into use. Answers recovery codes when these are the first factor. */
export async function confirmMyTotp(
  deps: Deps,
  claimant: Claimant,
  code: string,
): Promise<string[] | undefined> {
  const { db, sealer, now } = deps
  const { userId } = claimant
  await refuseTooMany(deps, codeBucket(userId))
  const totp = await findTotp(db, userId)
  if (totp === undefined) throw problems.mfa_not_enrolled()
  if (totp.confirmedAt !== null) throw problems.mfa_enrolled()
  const step = await matchTotp(sealer, userId, totp.sealedSecret, code, now())
  if (step === undefined) {
    await recordRefusal(deps, claimant, 'otp')
    throw problems.mfa_code_wrong({
      errors: [{ pointer: '/code', code: 'wrong', detail: 'does not fit' }],
    })
  }
  const codes = await asOneself(db, claimant, async (tx, actor) => {
    if (!(await confirmTotp(tx, userId, totp.sealedSecret, step, now())))
      throw problems.mfa_enrolled()
    await recordOnAccount(tx, userId, doneBy(actor, 'user.totp_added', 'user', userId), now())
    return issueFirstRecoveryCodes(tx, userId)
  })
  await clearAttempts(db, codeBucket(userId))
  return codes
}

/** Sign-in goes on without codes. */
export async function removeMyTotp(
  deps: Deps,
  claimant: Claimant,
  currentPassword: string,
): Promise<void> {
  const { userId } = claimant
  await requirePassword(deps, claimant, currentPassword)
  await asOneself(deps.db, claimant, async (tx, actor) => {
    if (!(await deleteTotp(tx, userId))) throw problems.mfa_not_enrolled()
    await dropUselessRecoveryCodes(tx, userId)
    await recordOnAccount(
      tx,
      userId,
      doneBy(actor, 'user.totp_removed', 'user', userId),
      deps.now(),
    )
  })
}

/** New recovery codes; the earlier ones end. */
export async function renewMyRecoveryCodes(
  deps: Deps,
  claimant: Claimant,
  currentPassword: string,
): Promise<string[]> {
  const { userId } = claimant
  await requirePassword(deps, claimant, currentPassword)
  if (!(await readMfaState(deps.db, userId)).enabled) throw problems.mfa_not_enrolled()
  return asOneself(deps.db, claimant, async (tx, actor) => {
    const codes = await issueRecoveryCodes(tx, userId)
    const entry = doneBy(actor, 'user.recovery_codes_renewed', 'user', userId)
    await recordOnAccount(tx, userId, entry, deps.now())
    return codes
  })
}
