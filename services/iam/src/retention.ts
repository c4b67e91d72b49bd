// Kept by: services/iam/src/retention.test.ts "is in the audit, of each tenant by itself"
import type { Removal } from '@countersign/service-kit/retention'
import { insertAuditEvents } from './audit/entries.ts'
import type { Db } from './db/types.ts'

/** In the audit, of each tenant by itself, and of none where the mail was of none. */
export const recordRemoval = (tx: Db, { removed, ...removal }: Removal, now: Date): Promise<void> =>
  insertAuditEvents(
    tx,
    removed.map(({ tenantId, rows }) => ({
      action: 'retention.removed',
      tenantId: tenantId ?? undefined,
      actorKind: 'system',
      details: { ...removal, rows },
    })),
    now,
  )
