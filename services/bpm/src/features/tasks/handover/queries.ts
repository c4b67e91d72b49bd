import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'

/** Others hold or have lent it in their place. */
const heldFor = (userId: string) => sql<boolean>`
  on_behalf is not null and (
    on_behalf -> assignee_id::text ->> 'id' = ${userId}
    or on_behalf -> owner_id::text ->> 'id' = ${userId}
  )`

/**
 * Undecided tasks that somebody holds or has lent out, or others in their place, those that wait for
 * their turn included, oldest first.
 */
export function listHeldTasks(
  db: Db,
  tenantId: string,
  userId: string,
  page: { readonly afterId?: string | undefined; readonly limit: number },
): Promise<{ id: string; taskNo: string }[]> {
  let query = db
    .selectFrom('tasks')
    .where('tenant_id', '=', tenantId)
    .where((or) =>
      or.or([or('assignee_id', '=', userId), or('owner_id', '=', userId), heldFor(userId)]),
    )
    .where('ended_at', 'is', null)
    .where('kind', '=', 'decision')
    .select(['id', 'task_no as taskNo'])
    .orderBy('id')
    .limit(page.limit)
  if (page.afterId !== undefined) query = query.where('id', '>', page.afterId)
  return query.execute()
}
