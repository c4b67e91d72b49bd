// What goes by age as an operator says; the rest that goes has an age of its own. The log of approvals has no place for
// what was removed beside it: it is recorded in a table of its own, whose rows the chain of the log names.
//
// Kept by: services/bpm/src/retention.test.ts "is recorded where its removal stays to be seen"
import { chainRows, removalLogOf } from '@countersign/service-kit/audit-companions'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import type { Removal, Retained } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Config } from './config.ts'
import type { Db, Schema } from './db/schema.ts'
import { pruneAttempts, pruneEvents } from './features/deliveries/prune.ts'
import { pruneIncidents } from './features/incidents/queries.ts'
import { pruneMigrations } from './features/migrations/queries.ts'
import { pruneNotices } from './features/notifications/mail-queries.ts'

type Days = Pick<
  Config,
  | 'DELIVERY_ATTEMPTS_KEPT_DAYS'
  | 'EVENTS_KEPT_DAYS'
  | 'INCIDENTS_KEPT_DAYS'
  | 'MIGRATIONS_KEPT_DAYS'
  | 'NOTICES_KEPT_DAYS'
>

export const retained = (days: Days): readonly Retained<Schema>[] => [
  { what: 'events', keptDays: days.EVENTS_KEPT_DAYS, forget: pruneEvents },
  { what: 'delivery attempts', keptDays: days.DELIVERY_ATTEMPTS_KEPT_DAYS, forget: pruneAttempts },
  { what: 'notices', keptDays: days.NOTICES_KEPT_DAYS, forget: pruneNotices },
  { what: 'incidents', keptDays: days.INCIDENTS_KEPT_DAYS, forget: pruneIncidents },
  { what: 'migrations', keptDays: days.MIGRATIONS_KEPT_DAYS, forget: pruneMigrations },
]

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
