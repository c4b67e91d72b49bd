import { sql } from 'kysely'
import type { InstanceStatus } from '../../../core/instance.ts'
import type { Db } from '../../../db/schema.ts'
import { selectInstances } from '../../../runtime/load/instances.ts'

export interface InstanceFilter {
  readonly box: 'initiated' | 'involved' | 'cc' | 'all'
  readonly userId: string
  readonly status?: InstanceStatus
  readonly bizType?: string
  readonly bizId?: string
  readonly q?: string
  /** Only instances older than this one. */
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** Newest first: ids are UUIDv7, so their order is that of the starts. */
export function listInstances(db: Db, tenantId: string, filter: InstanceFilter) {
  let query = selectInstances(db, tenantId).orderBy('instance.id', 'desc').limit(filter.limit)
  if (filter.box === 'initiated') {
    // Nobody started a called one by hand; it is found with the one that called it.
    query = query
      .where('instance.initiator_id', '=', filter.userId)
      .where('instance.parent_id', 'is', null)
  } else if (filter.box !== 'all') {
    const inBoxes = filter.box === 'cc' ? (['cc'] as const) : (['todo', 'done'] as const)
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('inbox_entries as entry')
          .whereRef('entry.tenant_id', '=', 'instance.tenant_id')
          .whereRef('entry.instance_id', '=', 'instance.id')
          .where('entry.user_id', '=', filter.userId)
          .where('entry.box', 'in', inBoxes)
          .select('entry.task_id'),
      ),
    )
  }
  if (filter.status !== undefined) query = query.where('instance.status', '=', filter.status)
  if (filter.bizType !== undefined) query = query.where('instance.biz_type', '=', filter.bizType)
  if (filter.bizId !== undefined) query = query.where('instance.biz_id', '=', filter.bizId)
  if (filter.beforeId !== undefined) query = query.where('instance.id', '<', filter.beforeId)
  const { q } = filter
  if (q !== undefined && q !== '') {
    query = query.where((where) =>
      where.or([
        where('instance.biz_id', '=', q),
        sql<boolean>`strpos(lower(instance.title), lower(${q})) > 0`,
      ]),
    )
  }
  return query.execute()
}

/** The agents that started these approvals, as people know them; those that people started are not among them. */
export async function listStartAgents(db: Db, tenantId: string, instanceIds: readonly string[]) {
  const rows = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', 'in', instanceIds)
    .where('sequence', '=', 1)
    .where(sql<boolean>`details ? 'agent'`)
    .select([
      'instance_id as instanceId',
      sql<string>`coalesce(details ->> 'agentName', details ->> 'agent')`.as('agentName'),
    ])
    .execute()
  return new Map(rows.map(({ instanceId, agentName }) => [instanceId, agentName]))
}

/** The nodes that were left so far, in order, with their outcomes. */
export async function listMoves(db: Db, tenantId: string, instanceId: string) {
  const rows = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('moves', 'is not', null)
    .select('moves')
    .orderBy('sequence')
    .execute()
  return rows.flatMap(({ moves }) => moves ?? [])
}

export async function findBpmnXml(db: Db, tenantId: string, definitionId: string): Promise<string> {
  const { bpmnXml } = await db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', definitionId)
    .select('bpmn_xml as bpmnXml')
    .executeTakeFirstOrThrow()
  return bpmnXml
}

/** What one approval has called so far, oldest first. */
export function listCalled(
  db: Db,
  tenantId: string,
  parentId: string,
  page: { afterId?: string | undefined; limit: number },
) {
  let query = selectInstances(db, tenantId)
    .where('instance.parent_id', '=', parentId)
    .orderBy('instance.id')
    .limit(page.limit)
  if (page.afterId !== undefined) query = query.where('instance.id', '>', page.afterId)
  return query.execute()
}
