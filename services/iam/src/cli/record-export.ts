import { auditOfExport, type ExportRecord } from '@countersign/service-kit/recorded-export'
import { insertAuditEvent } from '../audit/entries.ts'
import type { IamDatabase } from '../db/types.ts'

/** In the audit of the tenant. */
export function recordExport(db: IamDatabase, said: ExportRecord): Promise<void> {
  const { tenantId, userId } = said
  const target =
    userId === undefined
      ? { targetKind: 'tenant', targetId: tenantId }
      : { targetKind: 'user', targetId: userId }
  const entry = { ...auditOfExport(said), ...target, actorKind: 'system', tenantId } as const
  return insertAuditEvent(db, entry, new Date())
}
