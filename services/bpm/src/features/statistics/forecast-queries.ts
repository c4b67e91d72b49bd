import { sql } from 'kysely'
import type { Visit } from '../../core/forecast.ts'
import type { Db } from '../../db/schema.ts'
import { narrowed, type Narrowing } from './narrowed.ts'

/** Decided approvals that a forecast is made of: the last of a process, since some time. */
export interface Past {
  readonly definitionKey: string
  readonly since: Date
  readonly most: number
}

/** The visits of decided approvals to their steps, and each approval as a whole, where `node` is null. */
export async function listVisits(
  db: Db,
  tenantId: string,
  { definitionKey, since, most }: Past,
): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    with past as materialized (
      select instance.id, instance.created_at, instance.ended_at
      from definitions as definition
      cross join lateral (
        select one.id, one.created_at, one.ended_at from process_instances as one
        where one.tenant_id = definition.tenant_id and one.definition_id = definition.id
          and one.ended_at >= ${since} and one.status in ('APPROVED', 'REJECTED')
        order by one.ended_at desc limit ${most}
      ) as instance
      where definition.tenant_id = ${tenantId} and definition.key = ${definitionKey}
      order by instance.ended_at desc limit ${most}
    ), task as materialized (
      select past.id, past.ended_at, tasks.node_id, tasks.activation, tasks.opened_at,
        case when tasks.status <> 'CANCELLED' then tasks.ended_by end as ended_by
      from past join tasks on tasks.tenant_id = ${tenantId} and tasks.instance_id = past.id
      where tasks.kind = 'decision' and tasks.opened_at is not null
    )
    select id as "instanceId", node_id as node,
      extract(epoch from max(ended_at) - min(opened_at))::float8 as seconds,
      array_remove(array_agg(distinct ended_by), null) as people
    from task group by id, node_id, activation
    union all
    select past.id, null, extract(epoch from past.ended_at - past.created_at)::float8,
      coalesce(array_agg(distinct task.ended_by) filter (where task.ended_by is not null), '{}')
    from past left join task using (id)
    group by past.id, past.ended_at, past.created_at`.execute(db)
  return rows
}

export interface OpenStep {
  readonly node: string
  readonly name: string
  readonly seconds: number
}

/** Where an approval is, and since when; a step that is visited several times at once is there as often. */
export async function listOpenSteps(
  db: Db,
  tenantId: string,
  instanceId: string,
  now: Date,
): Promise<OpenStep[]> {
  const { rows } = await sql<OpenStep>`
    select node_id as node, max(node_name) as name, ${secondsSince('tasks', now)} as seconds
    from tasks
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and kind = 'decision'
      and opened_at is not null
    group by node_id, activation
    having bool_or(ended_at is null and status <> 'WAITING')`.execute(db)
  return rows
}

export interface WaitingStep extends OpenStep {
  readonly definitionKey: string
}

/** The same of all running approvals, of the oldest of them so many places. */
export async function listWaitingSteps(
  db: Db,
  tenantId: string,
  asked: Narrowing & { readonly now: Date; readonly most: number },
): Promise<WaitingStep[]> {
  const { rows } = await sql<WaitingStep>`
    with place as materialized (
      select distinct tasks.instance_id, tasks.activation, instance.definition_id
      from tasks
      join process_instances as instance
        on instance.tenant_id = tasks.tenant_id and instance.id = tasks.instance_id
      where tasks.tenant_id = ${tenantId} and tasks.kind = 'decision' and tasks.ended_at is null
        and tasks.status <> 'WAITING' and tasks.opened_at is not null
        and instance.status = 'RUNNING' ${narrowed(tenantId, asked)}
      order by tasks.instance_id, tasks.activation limit ${asked.most}
    )
    select definition.key as "definitionKey", task.node_id as node, max(task.node_name) as name,
      ${secondsSince('task', asked.now)} as seconds
    from place
    join tasks as task on task.tenant_id = ${tenantId} and task.instance_id = place.instance_id
      and task.activation = place.activation
    join definitions as definition
      on definition.tenant_id = ${tenantId} and definition.id = place.definition_id
    where task.opened_at is not null
    group by place.instance_id, task.activation, task.node_id, definition.key`.execute(db)
  return rows
}

/** Since the first task of a visit could be decided; none is later than now, whatever the clocks. */
const secondsSince = (table: string, now: Date) =>
  sql`greatest(extract(epoch from ${now} - min(${sql.ref(`${table}.opened_at`)})), 0)::float8`
