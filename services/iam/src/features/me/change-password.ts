import { inTransaction } from '@countersign/service-kit/transaction'
import { doneBy, type Actor } from '../../actor.ts'
import { checkPassword } from '../../core/passwords.ts'
import { accountAtAddress } from '../../core/throttle.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { bucketOf, clearAttempts, reserveAttempt } from '../../attempt-queries.ts'
import { insertAuditEvent } from '../audit/queries.ts'
import { getPasswordState, setPassword } from '../users/password-queries.ts'
import { endSessionsOf } from '../users/session-queries.ts'

/**
 * Changes the caller's password against the present one; all sessions end, this one included, so
 * whoever knew the old password is out. Tries are slowed down as at sign-in.
 *
 * @throws `iam.password_wrong` (403), `iam.password_weak` (422), `iam.too_many_tries` (429).
 */
export async function changeMyPassword(
  { db, hasher, now }: Deps,
  actor: Actor,
  current: string,
  wanted: string,
): Promise<void> {
  const { userId } = actor
  const bucket = bucketOf('me', userId)
  const blockedUntil = await inTransaction(db, (tx) =>
    reserveAttempt(tx, bucket, accountAtAddress, now()),
  )
  if (blockedUntil !== undefined) {
    const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now().getTime()) / 1000))
    throw problems.too_many_tries({ headers: { 'retry-after': String(seconds) } })
  }
  const state = await getPasswordState(db, userId)
  if (!(await hasher.matches(state.passwordHash, current))) {
    throw problems.password_wrong({
      errors: [
        { pointer: '/currentPassword', code: 'wrong', detail: 'is not the present password' },
      ],
    })
  }
  await clearAttempts(db, bucket)
  const fault = checkPassword(wanted, state.username) ?? (wanted === current ? 'same' : undefined)
  if (fault !== undefined) {
    throw problems.password_weak({
      errors: [{ pointer: '/newPassword', code: fault, detail: 'does not meet the policy' }],
    })
  }
  const passwordHash = await hasher.hash(wanted)
  await inTransaction(db, async (tx) => {
    await setPassword(tx, userId, { passwordHash, mustChange: false, at: now() })
    await endSessionsOf(tx, userId)
    await insertAuditEvent(tx, doneBy(actor, 'user.password_changed', 'user', userId), now())
  })
}
