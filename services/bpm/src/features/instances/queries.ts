import type { Db } from '../../db/schema.ts'

/** What connects a user to instances: the nodes of their tasks, in any box. */
export async function listParticipatedNodes(
  db: Db,
  tenantId: string,
  userId: string,
  instanceIds: readonly string[],
) {
  if (instanceIds.length === 0) return []
  return db
    .selectFrom('inbox_entries as entry')
    .innerJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'entry.tenant_id').onRef('task.id', '=', 'entry.task_id'),
    )
    .where('entry.tenant_id', '=', tenantId)
    .where('entry.instance_id', 'in', instanceIds)
    .where('entry.user_id', '=', userId)
    .select(['entry.instance_id as instanceId', 'task.node_id as nodeId'])
    .distinct()
    .execute()
}
