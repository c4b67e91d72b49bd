import type { Db } from '@countersign/service-kit/db'
import type { Schema } from '../../db/schema.ts'

/** Puts the person's lock on a document, in the place of one that is over or their own. */
export async function putLock(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  lock: { holderId: string; reason: string; expiresAt: Date | null },
  now: Date,
): Promise<void> {
  const values = { holder_id: lock.holderId, reason: lock.reason, expires_at: lock.expiresAt }
  await tx
    .insertInto('document_locks')
    .values({ tenant_id: tenantId, document_id: documentId, created_at: now, ...values })
    .onConflict((conflict) =>
      conflict.constraint('document_locks_pkey').doUpdateSet({ ...values, created_at: now }),
    )
    .execute()
}

export async function removeLock(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('document_locks')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
