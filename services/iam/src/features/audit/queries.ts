import type { Db } from '../../db/types.ts'

export interface AuditFilter {
  readonly action?: string | undefined
  readonly actorId?: string | undefined
  readonly targetId?: string | undefined
  readonly before?: string | undefined
}

/** Newest first; ids are time-ordered, so the id is the cursor. */
export function listAuditEvents(db: Db, tenantId: string, filter: AuditFilter, limit: number) {
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
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId)
  if (filter.targetId !== undefined) query = query.where('target_id', '=', filter.targetId)
  if (filter.before !== undefined) query = query.where('id', '<', filter.before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}
