import { asOneself, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { lockActiveUser } from '../../mail/link-queries.ts'
import { enqueuePasswordChanged } from '../../mail/outbox-queries.ts'
import { listTenantIdsOf } from '../../accounts/user-queries.ts'
import { judgePassword } from '../../passwords/strength.ts'
import { problems } from '../../problems.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import { listNamesOf, setPassword } from '../../passwords/queries.ts'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { requirePassword, wrongPassword } from './require-password.ts'

/**
 * Changes the caller's password against the present one; all sessions end, this one included, so
 * whoever knew the old password is out, and the owner is told by mail.
 *
 * @throws `iam.password_wrong` (403), `iam.password_weak` (422), `iam.too_many_tries` (429).
 */
export async function changeMyPassword(
  deps: Deps,
  claimant: Claimant,
  current: string,
  wanted: string,
): Promise<void> {
  const { db, hasher, now } = deps
  const { userId } = claimant
  const { username, passwordDigest: instead } = await requirePassword(deps, claimant, current)
  const weakness = await judgePassword(wanted, username, await listNamesOf(db, userId))
  const fault = weakness ?? (wanted === current ? 'same' : undefined)
  if (fault !== undefined) {
    throw problems.password_weak({
      errors: [{ pointer: '/newPassword', code: fault, detail: 'does not meet the policy' }],
    })
  }
  const passwordHash = await hasher.hash(wanted)
  await asOneself(db, claimant, async (tx, actor) => {
    const next = { passwordHash, mustChange: false, at: now(), instead }
    // The account before what names it, as where a link changes a password.
    const account = await lockActiveUser(tx, userId)
    if (account === undefined || !(await setPassword(tx, userId, next))) throw wrongPassword()
    await endSessionsOf(tx, userId)
    await recordOnAccount(tx, userId, doneBy(actor, 'user.password_changed', 'user', userId), now())
    const tenantIds = await listTenantIdsOf(tx, userId)
    await enqueuePasswordChanged(tx, { ...account, userId, tenantIds }, now())
  })
}
