import { recordOnAccount } from '../../accounts/record-on-account.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'

/**
 * Records that a password or code of one's own was wrong. Outside of the transaction that it was asked for: what rolls
 * that back would take the entry along.
 */
export const recordRefusal = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId, address }: Claimant,
  proof: 'password' | 'otp' | 'email_code',
): Promise<void> =>
  recordOnAccount(
    db,
    userId,
    {
      action: 'user.proof_refused',
      outcome: 'failure',
      tenantId,
      actorKind: 'user',
      actorId: userId,
      targetKind: 'user',
      targetId: userId,
      address,
      details: { proof },
    },
    now(),
  )
