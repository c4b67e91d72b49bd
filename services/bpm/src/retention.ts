// The log of approvals has no place for what went by age beside it: it is recorded in a table of its own, whose rows the
// chain of the log names.
//
// Kept by: services/bpm/src/retention.test.ts "is recorded where its removal stays to be seen"
import { chainRows, removalLogOf } from '@countersign/service-kit/audit-companions'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import type { Removal } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from './db/schema.ts'

export async function recordRemoval(
  tx: Db,
  { what, keptDays, endedBefore, removed }: Removal,
  now: Date,
): Promise<void> {
  const rows = removed.flatMap(({ tenantId, rows: row_count }) =>
    tenantId === null
      ? []
      : {
          tenant_id: tenantId,
          removal_id: uuidv7(),
          what,
          row_count,
          kept_days: keptDays,
          ended_before: endedBefore,
          removed_at: now,
        },
  )
  await tx.insertInto('retention_removals').values(rows).execute()
  const ids = rows.map(({ removal_id }) => removal_id)
  await chainRows(tx, removalLogOf(chainedLogs.bpm), {
    columns: COLUMNS,
    where: sql`r.removal_id = any (${ids}::uuid[])`,
    madeAt: now,
  })
}

const COLUMNS = [
  'ended_before',
  'kept_days',
  'removal_id',
  'removed_at',
  'row_count',
  'tenant_id',
  'what',
]
