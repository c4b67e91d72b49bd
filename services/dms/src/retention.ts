// What goes by age as an operator says; the rest that goes has an age of its own.
//
// Kept by: services/dms/src/retention.test.ts "is in the audit of its tenant"
import {
  removedBy,
  type Removal,
  type Removed,
  type Retained,
} from '@countersign/service-kit/retention'
import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Schema } from './db/schema.ts'
import { appendAudit, systemActor } from './features/audit/queries.ts'
import { pruneAttempts } from './features/shares/queries.ts'
import { pruneUploads } from './features/uploads/queries.ts'

type Days = Pick<
  Config,
  'RECEIVED_EVENTS_KEPT_DAYS' | 'SHARE_ATTEMPTS_KEPT_DAYS' | 'UPLOADS_KEPT_DAYS'
>

export const retained = (days: Days): readonly Retained<Schema>[] => [
  { what: 'uploads', keptDays: days.UPLOADS_KEPT_DAYS, forget: pruneUploads },
  { what: 'share attempts', keptDays: days.SHARE_ATTEMPTS_KEPT_DAYS, forget: pruneAttempts },
  { what: 'received events', keptDays: days.RECEIVED_EVENTS_KEPT_DAYS, forget: pruneReceived },
]

// What deduplicates is the position of each instance, which stays; the events are for people to read.
function pruneReceived(db: Db<Schema>, before: Date, limit: number): Promise<readonly Removed[]> {
  return removedBy(
    db,
    sql`delete from workflow_events where (tenant_id, event_id) in (
      select tenant_id, event_id from workflow_events where received_at < ${before}
      order by received_at limit ${limit} for update skip locked
    ) returning tenant_id`,
  )
}

/** In the chain of each tenant, whose heads are locked in the same order by all: of two processes none waits for the other. */
export async function recordRemoval(
  tx: Db<Schema>,
  { removed, ...removal }: Removal,
  now: Date,
): Promise<void> {
  for (const { tenantId, rows } of removed) {
    if (tenantId === null) continue
    const detail = { ...removal, rows }
    await appendAudit(tx, tenantId, now, [
      { action: 'retention.removed', actor: systemActor, detail },
    ])
  }
}
