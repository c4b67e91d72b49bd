import { CommandFault } from '@countersign/service-kit/command-line'
import { auditOfExport, type ExportRecord } from '@countersign/service-kit/recorded-export'
import { refuseErased } from '@countersign/service-kit/tenants-erased'
import { inTransaction } from '@countersign/service-kit/transaction'
import { insertAuditEvent } from '../audit/entries.ts'
import type { IamDatabase } from '../db/types.ts'
import { keepTenant } from '../features/tenants/queries.ts'

/**
 * In the audit of the tenant, which takes nothing more in silence once its erasure has begun. That begins under the lock of the
 * tenant's row, so with it one knows.
 *
 * @throws CommandFault when it is to be erased, or is not there.
 */
export function recordExport(db: IamDatabase, said: ExportRecord): Promise<void> {
  const { tenantId, userId } = said
  const target =
    userId === undefined
      ? { targetKind: 'tenant', targetId: tenantId }
      : { targetKind: 'user', targetId: userId }
  const entry = { ...auditOfExport(said), ...target, actorKind: 'system', tenantId } as const
  return inTransaction(db, async (tx) => {
    const isThere = await keepTenant(tx, tenantId)
    await refuseErased(tx, tenantId)
    if (!isThere) throw new CommandFault(`there is no tenant ${tenantId}`)
    await insertAuditEvent(tx, entry, new Date())
  })
}
