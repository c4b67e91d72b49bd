import { inTransaction } from '@countersign/service-kit/transaction'
import { insertAuditEvent } from '../../audit/entries.ts'
import type { Deps } from '../../deps.ts'
import { deleteSession, findSessionTenant } from '../store/grant-queries.ts'

/** Ends a session and every refresh token that came from it, in one transaction. */
export async function endSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { uid, userId }: { readonly uid: string; readonly userId: string },
  address: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const tenantId = await findSessionTenant(tx, uid)
    await deleteSession(tx, uid)
    const entry = {
      action: 'user.sign_out',
      tenantId,
      actorKind: 'user',
      actorId: userId,
      targetKind: 'user',
      targetId: userId,
      address,
    } as const
    await insertAuditEvent(tx, entry, now())
  })
}
