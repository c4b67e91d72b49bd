import type { AuditFilter, AuditPlace } from '@countersign/service-kit/audit-search'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

export interface EventFilter extends AuditFilter {
  readonly outcome?: 'success' | 'failure' | undefined
  readonly before?: AuditPlace<[id: string]> | undefined
}

/** Newest first. What is asked for by person, object or time is read from an index, in this order. */
export function listAuditEvents(db: Db, tenantId: string, filter: EventFilter, limit: number) {
  const { action, outcome, actorId, targetId, from, to, q, before } = filter
  let query = db
    .selectFrom('audit_events')
    .select([
      'id',
      'occurred_at as occurredAt',
      'action',
      'outcome',
      'actor_kind as actorKind',
      'actor_id as actorId',
      'target_kind as targetKind',
      'target_id as targetId',
      'address',
      'details',
    ])
    .where('tenant_id', '=', tenantId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (targetId !== undefined) query = query.where('target_id', '=', targetId)
  if (from !== undefined) query = query.where('occurred_at', '>=', new Date(from))
  if (to !== undefined) query = query.where('occurred_at', '<', new Date(to))
  if (q !== undefined) {
    query = query.where(
      sql<boolean>`strpos(lower(concat_ws(' ', action, actor_id, target_id, address, details)), lower(${q})) > 0`,
    )
  }
  if (before !== undefined) {
    const [time, id] = before
    query = query.where(sql<boolean>`(occurred_at, id) < (${new Date(time)}, ${id}::uuid)`)
  }
  return query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}
