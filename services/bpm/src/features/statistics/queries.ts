import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { narrowed, type Narrowing } from './narrowed.ts'

export interface Period extends Narrowing {
  readonly from: Date
  readonly until: Date
  readonly now: Date
}

interface Measured {
  readonly decided: number
  readonly returned: number
  readonly medianSeconds: number
  readonly p90Seconds: number
  readonly backlog: number
  readonly overdue: number
}

export interface NodeRow extends Measured {
  readonly definitionKey: string
  readonly nodeId: string
  readonly nodeName: string
  /** The backlog, by how many days each has waited. */
  readonly upToOneDay: number
  readonly upToThreeDays: number
  readonly upToAWeek: number
  readonly longer: number
}

export interface PersonRow extends Measured {
  readonly userId: string
  readonly name: string
}

/** All of them, as the files have all; the steps of the processes bound how many there are. */
export async function measureNodes(db: Db, tenantId: string, period: Period): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select key as "definitionKey", node_id as "nodeId", max(node_name) as "nodeName", ${measures}, ${ages}
    from (${relevantTasks(tenantId, period)}) as task
    group by key, node_id
    order by ${busiest}, decided desc, key, node_id`.execute(db)
  return rows
}

/** All of them, as the spread of work is over all; the people of the tenant bound how many there are. */
export async function measurePeople(
  db: Db,
  tenantId: string,
  period: Period,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select person_id as "userId", max(person_name) as name, ${measures}
    from (${relevantTasks(tenantId, period)}) as task
    where person_id is not null
    group by person_id
    order by ${busiest}, decided desc, person_id`.execute(db)
  return rows
}

/**
 * What other approvals called counts for itself: neither people nor a time nor a signal started it, and it ends within another. What was started is found
 * by the log: its index by time knows the first entry of each.
 */
export async function measureInstances(db: Db, tenantId: string, period: Period) {
  const instances = sql`
    select instance.tenant_id, instance.id, instance.created_at, instance.ended_at,
      instance.parent_id is null as own
    from process_instances as instance
    where instance.tenant_id = ${tenantId} ${narrowed(tenantId, period)}`
  const { rows } = await sql<{
    started: number
    called: number
    ended: number
    returned: number
    medianSeconds: number
  }>`
    select
      count(*) filter (where own and ${within('created_at', period)})::int as started,
      count(*) filter (where not own and ${within('created_at', period)})::int as called,
      count(*) filter (where own and ${within('ended_at', period)})::int as ended,
      count(*) filter (where own and ${within('created_at', period)} and ${wasReturned})::int
        as returned,
      coalesce(percentile_cont(0.5) within group (
        order by extract(epoch from ended_at - created_at)
      ) filter (where own and ${within('ended_at', period)}), 0)::float8 as "medianSeconds"
    from (
      ${instances} and instance.id in (
        select action.instance_id from instance_actions as action
        where action.tenant_id = ${tenantId} and action.sequence = 1 and ${within('action.at', period)})
      union
      ${instances} and ${within('instance.ended_at', period)}
    ) as instance`.execute(db)
  return rows[0] ?? { started: 0, called: 0, ended: 0, returned: 0, medianSeconds: 0 }
}

/** By one of its own tasks, or by one of an approval that it called, to the initiator of it all. */
const wasReturned = sql`(
  exists (
    select from tasks
    where tasks.tenant_id = instance.tenant_id and tasks.instance_id = instance.id
      and tasks.status = 'RETURNED')
  or exists (
    select from instance_actions as action
    where action.tenant_id = instance.tenant_id and action.instance_id = instance.id
      and action.action = 'callEnded' and action.details ->> 'result' = 'returned'))`

/** Tasks that people decided in the period, and those that are open now, in one shape. */
function relevantTasks(tenantId: string, period: Period): RawBuilder<unknown> {
  const from = sql`
    from tasks
    join process_instances as instance
      on instance.tenant_id = tasks.tenant_id and instance.id = tasks.instance_id
    join definitions as definition
      on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id
    where tasks.tenant_id = ${tenantId} and tasks.kind = 'decision' ${narrowed(tenantId, period)}`
  return sql`
    select definition.key, tasks.node_id, tasks.node_name, tasks.status,
      tasks.ended_by as person_id, tasks.ended_by_name as person_name,
      true as is_decided, false as is_overdue,
      extract(epoch from tasks.ended_at - tasks.opened_at)::float8 as seconds,
      null::float8 as waited
    ${from} and tasks.ended_by is not null and ${within('tasks.ended_at', period)}
      and tasks.status in ('APPROVED', 'REJECTED', 'RETURNED')
    union all
    select definition.key, tasks.node_id, tasks.node_name, tasks.status,
      tasks.assignee_id, tasks.assignee_name,
      false, coalesce(tasks.due_at < ${period.now}, false), null,
      extract(epoch from ${period.now} - coalesce(tasks.opened_at, tasks.created_at)) / 86400
    ${from} and tasks.ended_at is null and tasks.status <> 'WAITING'`
}

const measures = sql`
  count(*) filter (where is_decided)::int as decided,
  count(*) filter (where is_decided and status = 'RETURNED')::int as returned,
  coalesce(percentile_cont(0.5) within group (order by seconds), 0)::float8 as "medianSeconds",
  coalesce(percentile_cont(0.9) within group (order by seconds), 0)::float8 as "p90Seconds",
  count(*) filter (where not is_decided)::int as backlog,
  count(*) filter (where is_overdue)::int as overdue`

/** Where much waits and nothing is decided is as much of a cut list as where much is decided. */
const busiest = sql`
  greatest(count(*) filter (where is_decided), count(*) filter (where not is_decided)) desc`

const ages = sql`
  count(*) filter (where waited <= 1)::int as "upToOneDay",
  count(*) filter (where waited > 1 and waited <= 3)::int as "upToThreeDays",
  count(*) filter (where waited > 3 and waited <= 7)::int as "upToAWeek",
  count(*) filter (where waited > 7)::int as longer`

const within = (column: string, { from, until }: Period) =>
  sql`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until})`
