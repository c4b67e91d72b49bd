import { sql } from 'kysely'
import type { Seen } from '../../../core/engine/command.ts'
import type { Tx } from '../../../db/schema.ts'

export type DecidedSince = Seen

/**
 * Whose tasks were acted on after an entry of the log, and in which runs of nodes. An approval that counted elsewhere as
 * well may have been given after it: those tasks are among them.
 */
export async function listDecidedSince(
  tx: Tx,
  tenantId: string,
  instanceId: string,
  sequence: number,
): Promise<DecidedSince> {
  const { rows } = await sql<DecidedSince>`
    with acted as (
      select task_id, actor_id, at from instance_actions
      where tenant_id = ${tenantId} and instance_id = ${instanceId} and sequence > ${sequence}
        and action in ('approve', 'reject')
    ), decided as (
      select task.key, task.activation from tasks as task
      where task.tenant_id = ${tenantId} and task.instance_id = ${instanceId}
        and task.kind = 'decision' and task.key is not null
        and (task.id in (select task_id from acted)
          or task.status = 'SKIPPED' and task.ended_at >= (
            select at from instance_actions
            where tenant_id = ${tenantId} and instance_id = ${instanceId} and sequence = ${sequence}
          ))
    )
    select
      array(select key from decided order by key) as tasks,
      array(select distinct activation from decided where activation is not null order by 1) as runs,
      array(select distinct actor_id from acted order by 1) as users`.execute(tx)
  return rows[0] ?? { tasks: [], runs: [], users: [] }
}
