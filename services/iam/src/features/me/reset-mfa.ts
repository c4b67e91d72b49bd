import { asSoleActorOn, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { lockOwnAccount } from '../../accounts/make-account.ts'
import type { Deps } from '../../deps.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import { deleteSecondFactors } from '../../second-factor/state-queries.ts'
import { endSessionsOf } from '../../accounts/session-queries.ts'

/** For somebody who lost the second factor: the password is enough again, and every session ends. */
export async function resetSecondFactor(
  { db, now }: Deps,
  claimant: Claimant,
  userId: string,
): Promise<void> {
  await asSoleActorOn(db, claimant, userId, async (tx, actor) => {
    await lockOwnAccount(tx, actor, userId)
    await deleteSecondFactors(tx, userId)
    await endSessionsOf(tx, userId)
    await recordOnAccount(tx, userId, doneBy(actor, 'user.mfa_reset', 'user', userId), now())
  })
}
