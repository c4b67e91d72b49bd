import type { IncidentKind } from '@countersign/contracts'
import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** Whose incidents: all of a tenant, or those of the business types that one client owns. */
export interface IncidentScope {
  readonly tenantId: string
  readonly ownerClientId?: string
}

export interface IncidentFilter {
  readonly kind?: IncidentKind
  readonly bizType?: string
  readonly state?: 'open' | 'resolved'
  readonly instanceId?: string
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly beforeId?: string | undefined
  readonly limit: number
}

const selectIncidents = (db: Db, { tenantId, ownerClientId }: IncidentScope) =>
  db
    .selectFrom('incidents as incident')
    .innerJoin('process_instances as instance', (join) =>
      join
        .onRef('instance.tenant_id', '=', 'incident.tenant_id')
        .onRef('instance.id', '=', 'incident.instance_id'),
    )
    .where('incident.tenant_id', '=', tenantId)
    .$if(ownerClientId !== undefined, (query) =>
      query.where('incident.biz_type', 'in', (types) =>
        types
          .selectFrom('biz_types')
          .where('biz_types.tenant_id', '=', tenantId)
          .where('biz_types.owner_client_id', '=', ownerClientId ?? '')
          .select('biz_types.code'),
      ),
    )
    .select([
      'incident.id as id',
      'incident.kind as kind',
      'incident.cause as cause',
      'incident.instance_id as instanceId',
      'incident.biz_type as bizType',
      'incident.node_id as nodeId',
      'incident.node_name as nodeName',
      'incident.task_no as taskNo',
      'incident.migration_id as migrationId',
      'incident.event_id as eventId',
      'incident.code as code',
      'incident.parameters as parameters',
      'incident.attempts as attempts',
      'incident.raised_at as raisedAt',
      'incident.resolved_at as resolvedAt',
      'incident.resolution as resolution',
      'incident.resolved_by_id as resolvedById',
      'incident.resolved_by_name as resolvedByName',
      'incident.reason as reason',
      'instance.biz_id as bizId',
      'instance.title as title',
      'instance.root_id as rootId',
    ])

export type IncidentFound = NonNullable<Awaited<ReturnType<typeof findIncident>>>

export const findIncident = (db: Db, scope: IncidentScope, id: string) =>
  selectIncidents(db, scope).where('incident.id', '=', id).executeTakeFirst()

/** Newest first: ids are UUIDv7, so they sort by time. */
export function listIncidents(db: Db, scope: IncidentScope, filter: IncidentFilter) {
  const { kind, bizType, state, instanceId, from, to, beforeId, limit } = filter
  let query = selectIncidents(db, scope).orderBy('incident.id', 'desc').limit(limit)
  if (kind !== undefined) query = query.where('incident.kind', '=', kind)
  if (bizType !== undefined) query = query.where('incident.biz_type', '=', bizType)
  if (instanceId !== undefined) query = query.where('incident.instance_id', '=', instanceId)
  if (from !== undefined) query = query.where('incident.raised_at', '>=', from)
  if (to !== undefined) query = query.where('incident.raised_at', '<', to)
  if (beforeId !== undefined) query = query.where('incident.id', '<', beforeId)
  if (state === 'open') query = query.where('incident.resolved_at', 'is', null)
  if (state === 'resolved') query = query.where('incident.resolved_at', 'is not', null)
  return query.execute()
}

export function countOpen(db: Db, tenantId: string) {
  return db
    .selectFrom('incidents')
    .where('tenant_id', '=', tenantId)
    .where('resolved_at', 'is', null)
    .select(({ fn }) => ['kind', fn.countAll<string>().as('open')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
}

/** Counts an attempt of an incident that is open; false when it is resolved. */
export async function countAttempt(db: Db, tenantId: string, id: string): Promise<boolean> {
  const counted = await db
    .updateTable('incidents')
    .set({ attempts: sql`attempts + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

/** The holder of a task of an instance, by its number. */
export const findHolder = (db: Db, tenantId: string, taskNo: string) =>
  db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('task_no', '=', taskNo)
    .select(['key', 'assignee_id as assigneeId', 'candidate_ids as candidateIds'])
    .executeTakeFirst()

/** Forgets a part of the incidents that were resolved before a moment, of one tenant; answers how many. */
export const pruneIncidents = (db: Db, before: Date, limit: number): Promise<readonly Removed[]> =>
  removeOfOneTenant(
    db,
    {
      table: 'incidents',
      key: ['tenant_id', 'id'],
      rows: sql`from incidents as gone where resolved_at < ${before}`,
      order: sql`order by resolved_at`,
    },
    limit,
  )
