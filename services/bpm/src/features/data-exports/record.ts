// The log of approvals has no place for who took data out beside it: it is recorded in a table of its own, whose rows the
// chain of the log names.
//
// Kept by: services/bpm/src/features/data-exports/data-exports.test.ts "is in the chain of the log"
import { chainRows, exportLogOf } from '@countersign/service-kit/audit-companions'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import type { ExportRecord } from '@countersign/service-kit/recorded-export'
import { inTransaction } from '@countersign/service-kit/transaction'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../db/schema.ts'

export function recordExport(
  db: Database,
  { tenantId, exportId, userId, by, continues, counts }: ExportRecord,
): Promise<void> {
  const [entryId, now] = [uuidv7(), new Date()]
  const row = {
    tenant_id: tenantId,
    entry_id: entryId,
    export_id: exportId,
    user_id: userId ?? null,
    asked_by: by,
    continues,
    counts: counts === undefined ? null : JSON.stringify(counts),
    recorded_at: now,
  }
  return inTransaction(db, async (tx) => {
    await tx.insertInto('data_exports').values(row).execute()
    await chainRows(tx, exportLogOf(chainedLogs.bpm), {
      columns: Object.keys(row).toSorted(),
      where: sql`r.tenant_id = ${tenantId} and r.entry_id = ${entryId}`,
      madeAt: now,
    })
  })
}
