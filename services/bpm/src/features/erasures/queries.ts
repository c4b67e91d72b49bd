import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

const EXAMPLES = 20

/**
 * Open tasks that somebody holds or has lent, also those that wait for their turn, in all tenants: how many, and some of
 * their numbers.
 */
export async function findOpenTasks(
  db: Db,
  userId: string,
): Promise<{ readonly count: number; readonly taskNos: string[] }> {
  const { rows } = await sql<{ count: number; taskNos: string[] }>`
    with recursive tenants as (
      (select tenant_id from inbox_entries order by tenant_id limit 1)
      union all
      select (select e.tenant_id from inbox_entries e where e.tenant_id > t.tenant_id
        order by e.tenant_id limit 1)
      from tenants t where t.tenant_id is not null
    ), held as (
      select task.task_no
      from tenants
      join tasks task on task.tenant_id = tenants.tenant_id and task.assignee_id = ${userId}
      where task.ended_at is null and task.kind = 'decision'
      union
      select task.task_no
      from tenants
      join tasks task on task.tenant_id = tenants.tenant_id and task.owner_id = ${userId}
      where task.ended_at is null and task.kind = 'decision'
    )
    select count(*)::int as count,
      coalesce((array_agg(task_no order by task_no))[1:${sql.lit(EXAMPLES)}], '{}') as "taskNos"
    from held`.execute(db)
  return rows[0] ?? { count: 0, taskNos: [] }
}
