import { inTransaction } from '@countersign/service-kit/transaction'
import { doneBy, type Actor } from '../../actor.ts'
import { lockOwnAccount } from '../../accounts/make-account.ts'
import type { Deps } from '../../deps.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { deleteSecondFactors } from '../../second-factor/state-queries.ts'
import { endSessionsOf } from '../../accounts/session-queries.ts'

/** For somebody who lost the second factor: the password is enough again, and every session ends. */
export async function resetSecondFactor(
  { db, now }: Deps,
  actor: Actor,
  userId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwnAccount(tx, actor, userId)
    await deleteSecondFactors(tx, userId)
    await endSessionsOf(tx, userId)
    await insertAuditEvent(tx, doneBy(actor, 'user.mfa_reset', 'user', userId), now())
  })
}
