import type { ChainedRecord } from '@countersign/service-kit/audit-event-chain'
import { withTime } from '@countersign/service-kit/audit-event-queries'
import type { AuditFilter, AuditPlace } from '@countersign/service-kit/audit-search'
import { isIdKey } from '@countersign/service-kit/cursor'
import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import { FAILURES } from '../../core/audit-outcome.ts'
import type { Schema } from '../../db/schema.ts'
import { selectRecords } from './queries.ts'

export interface EventFilter extends AuditFilter {
  readonly outcome?: 'success' | 'failure' | undefined
  readonly before?: AuditPlace<[sequence: number]> | undefined
}

/**
 * Events of a tenant, newest first, in the order of their times as those of the other services.
 *
 * @param hidden Members of details that no text is looked for in.
 */
export async function searchAudit(
  db: Db<Schema>,
  tenantId: string,
  filter: EventFilter,
  hidden: readonly string[],
  limit: number,
): Promise<ChainedRecord[]> {
  const { action, outcome, actorId, targetId, from, to, q, before } = filter
  let query = selectRecords(db, tenantId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (outcome !== undefined) {
    query = query.where('action', outcome === 'failure' ? 'in' : 'not in', FAILURES)
  }
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  // What is no id is that of no document.
  if (targetId !== undefined) {
    query = isIdKey(targetId)
      ? query.where('document_id', '=', targetId)
      : query.where(sql<boolean>`false`)
  }
  if (from !== undefined) query = query.where('occurred_at', '>=', new Date(from))
  if (to !== undefined) query = query.where('occurred_at', '<', new Date(to))
  if (q !== undefined) {
    query = query.where(
      sql<boolean>`strpos(lower(concat_ws(' ', action, actor_id, document_id,
        detail - ${hidden}::text[])), lower(${q})) > 0`,
    )
  }
  if (before !== undefined) {
    const [time, sequence] = before
    query = query.where(
      sql<boolean>`(occurred_at, sequence) < (${new Date(time)}, ${sequence}::bigint)`,
    )
  }
  const rows = await query
    .orderBy('occurred_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(withTime)
}
