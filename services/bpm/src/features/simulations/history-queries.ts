import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

interface Period {
  readonly key: string
  readonly from: Date
  readonly until: Date
}

/** Approvals of any version of a key that ended in a period. */
const selectEnded = (db: Db, tenantId: string, { key, from, until }: Period) =>
  db
    .selectFrom('process_instances as instance')
    .innerJoin('definitions as definition', (join) =>
      join
        .onRef('definition.tenant_id', '=', 'instance.tenant_id')
        .onRef('definition.id', '=', 'instance.definition_id'),
    )
    .where('instance.tenant_id', '=', tenantId)
    .where('definition.key', '=', key)
    .where('instance.ended_at', '>=', from)
    .where('instance.ended_at', '<', until)

export async function countEnded(
  db: Db,
  tenantId: string,
  { most, ...period }: Period & { readonly most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom(selectEnded(db, tenantId, period).select('instance.id').limit(most).as('ended'))
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next of them, the latest first. */
export function listEnded(
  db: Db,
  tenantId: string,
  {
    before,
    limit,
    ...period
  }: Period & {
    readonly before: { readonly endedAt: Date; readonly id: string } | undefined
    readonly limit: number
  },
) {
  let query = selectEnded(db, tenantId, period)
    .select([
      'instance.id',
      'instance.initiator_id as initiator',
      'instance.variables',
      'instance.status',
      'instance.ended_at as endedAt',
    ])
    .orderBy('instance.ended_at', 'desc')
    .orderBy('instance.id', 'desc')
    .limit(limit)
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`(instance.ended_at, instance.id) < (${before.endedAt}, ${before.id}::uuid)`,
    )
  }
  return query.$narrowType<{ endedAt: Date }>().execute()
}

/** What the log says of an approval, as far as it can be repeated. */
export function listLog(db: Db, tenantId: string, instanceId: string, limit: number) {
  return db
    .selectFrom('instance_actions as action')
    .leftJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'action.tenant_id').onRef('task.id', '=', 'action.task_id'),
    )
    .where('action.tenant_id', '=', tenantId)
    .where('action.instance_id', '=', instanceId)
    .select([
      'action.command',
      'action.details',
      'action.on_behalf_of_id as onBehalfOf',
      'task.node_id as node',
    ])
    .orderBy('action.sequence')
    .limit(limit)
    .execute()
}

/** The tasks of an approval that people could decide at some time. */
export function listTasks(db: Db, tenantId: string, instanceId: string, limit: number) {
  return db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'decision')
    .where('opened_at', 'is not', null)
    .select([
      'key',
      'activation',
      'node_id as node',
      'node_name as name',
      'assignee_id as assignee',
      'owner_id as owner',
      'candidate_ids as candidates',
      'added_by as addedBy',
    ])
    .orderBy('key')
    .limit(limit)
    .execute()
}
