import type { Db } from '../../../db/schema.ts'

/** Undecided tasks that somebody holds, those that wait for their turn included, oldest first. */
export function listHeldTasks(
  db: Db,
  tenantId: string,
  userId: string,
  page: { readonly afterId?: string | undefined; readonly limit: number },
): Promise<{ id: string; taskNo: string }[]> {
  let query = db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where('assignee_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('kind', '=', 'decision')
    .select(['id', 'task_no as taskNo'])
    .orderBy('id')
    .limit(page.limit)
  if (page.afterId !== undefined) query = query.where('id', '>', page.afterId)
  return query.execute()
}
