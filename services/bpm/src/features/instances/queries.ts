import { sql } from 'kysely'
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

/** The nodes at which anybody was asked or shown something, or a process was called: of earlier definitions, too. */
export async function listAskedNodes(
  db: Db,
  tenantId: string,
  instanceId: string,
): Promise<string[]> {
  const { rows } = await sql<{ nodeId: string }>`
    select node_id as "nodeId" from tasks
    where tenant_id = ${tenantId} and instance_id = ${instanceId}
    union
    select parent_node from process_instances
    where tenant_id = ${tenantId} and parent_id = ${instanceId} and parent_node is not null`.execute(
    db,
  )
  return rows.map(({ nodeId }) => nodeId)
}
