import type { Db } from '../../db/schema.ts'

/** Numbers of the undecided tasks that somebody holds, those that wait for their turn included. */
export async function listHeldTasks(
  db: Db,
  tenantId: string,
  userId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('assignee_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('kind', '=', 'decision')
    .select('task_no as taskNo')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ taskNo }) => taskNo)
}
