import type { AuditFilter, AuditPlace } from '@countersign/service-kit/audit-search'
import { isIdKey } from '@countersign/service-kit/cursor'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

export interface LogFilter extends AuditFilter {
  readonly before?: AuditPlace<[instanceId: string, sequence: number]> | undefined
}

/** The logs of all approvals of a tenant as one, newest first. */
export function listLog(db: Db, tenantId: string, filter: LogFilter, limit: number) {
  const { action, actorId, targetId, from, to, q, before } = filter
  let query = selectLog(db, tenantId)
  if (action !== undefined) query = query.where('action.action', '=', action)
  if (actorId !== undefined) {
    // Who acts for another answers for it, and so does the other.
    query = query.where((where) =>
      where.or([
        where('action.actor_id', '=', actorId),
        sql<boolean>`action.on_behalf_of_id::text = ${actorId}`,
      ]),
    )
  }
  // What is no id is that of no approval.
  if (targetId !== undefined) {
    query = isIdKey(targetId)
      ? query.where('action.instance_id', '=', targetId)
      : query.where(sql<boolean>`false`)
  }
  if (from !== undefined) query = query.where('action.at', '>=', new Date(from))
  if (to !== undefined) query = query.where('action.at', '<', new Date(to))
  if (q !== undefined) {
    query = query.where(
      sql<boolean>`strpos(lower(concat_ws(' ', action.action, action.actor_name,
        action.on_behalf_of_name, action.comment, task.node_name, instance.title, instance.biz_id,
        instance.id)), lower(${q})) > 0`,
    )
  }
  if (before !== undefined) {
    const [time, instanceId, sequence] = before
    query = query.where(
      sql<boolean>`(action.at, action.instance_id, action.sequence)
        < (${new Date(time)}, ${instanceId}::uuid, ${sequence}::bigint)`,
    )
  }
  return query
    .orderBy('action.at', 'desc')
    .orderBy('action.instance_id', 'desc')
    .orderBy('action.sequence', 'desc')
    .limit(limit)
    .execute()
}

const selectLog = (db: Db, tenantId: string) =>
  db
    .selectFrom('instance_actions as action')
    .innerJoin('process_instances as instance', (join) =>
      join
        .onRef('instance.tenant_id', '=', 'action.tenant_id')
        .onRef('instance.id', '=', 'action.instance_id'),
    )
    .leftJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'action.tenant_id').onRef('task.id', '=', 'action.task_id'),
    )
    .where('action.tenant_id', '=', tenantId)
    .select([
      'action.instance_id as instanceId',
      'action.sequence',
      'action.at',
      'action.action',
      'action.actor_kind as actorKind',
      'action.actor_id as actorId',
      'action.actor_name as actorName',
      'action.on_behalf_of_id as onBehalfOfId',
      'action.on_behalf_of_name as onBehalfOfName',
      'action.comment',
      'task.task_no as taskNo',
      'task.node_id as nodeId',
      'task.node_name as nodeName',
      'instance.biz_type as bizType',
      'instance.biz_id as bizId',
      'instance.title',
    ])

export type LogRow = Awaited<ReturnType<typeof listLog>>[number]
