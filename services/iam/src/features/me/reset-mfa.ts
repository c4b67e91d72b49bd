import { inTransaction } from '@countersign/service-kit/transaction'
import { doneBy, type Actor } from '../../actor.ts'
import { lockOwnAccount } from '../../admit.ts'
import type { Deps } from '../../deps.ts'
import { insertAuditEvent } from '../audit/queries.ts'
import { deleteSecondFactors } from '../mfa/state-queries.ts'
import { endSessionsOf } from '../users/session-queries.ts'

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
