import { sql } from 'kysely'
import type { Bucket, Flow, Handled } from '../../core/series.ts'
import type { Db } from '../../db/schema.ts'
import { narrowed, type Narrowing } from './narrowed.ts'

export interface Asked extends Narrowing {
  readonly buckets: readonly Bucket[]
}

export interface HandledAtStep extends Handled {
  readonly definitionKey: string
  readonly nodeId: string
  readonly nodeName: string
}

/**
 * What was started, by people, by time and by signal, and what was resubmitted, by the log: its index by time knows the entries of a period. What other approvals
 * called was started by nobody.
 */
export async function countFlow(db: Db, tenantId: string, asked: Asked): Promise<Flow[]> {
  const { rows } = await sql<Flow>`
    select width_bucket(action.at, ${startsOf(asked)}) as bucket,
      count(*) filter (where action.sequence = 1)::int as started,
      count(*) filter (where action.action = 'resubmit')::int as resubmitted,
      count(distinct action.instance_id) filter (where action.action = 'resubmit')::int as reworked
    from instance_actions as action
    join process_instances as instance
      on instance.tenant_id = action.tenant_id and instance.id = action.instance_id
    where action.tenant_id = ${tenantId} and (action.sequence = 1 or action.action = 'resubmit')
      and action.at >= ${beginOf(asked)} and action.at < ${endOf(asked)}
      and instance.parent_id is null ${narrowed(tenantId, asked)}
    group by bucket`.execute(db)
  return rows
}

/** What became of tasks in each bucket. */
export async function countTasks(db: Db, tenantId: string, asked: Asked): Promise<Handled[]> {
  const { rows } = await sql<Handled>`
    select bucket, ${figures} from (${happened(tenantId, asked)}) as happened
    group by bucket`.execute(db)
  return rows
}

/**
 * What became of tasks in each bucket at each step, of so many steps: those first that most was decided at, then
 * those where most waits.
 */
export async function countTasksByStep(
  db: Db,
  tenantId: string,
  asked: Asked,
  most: number,
): Promise<HandledAtStep[]> {
  const { rows } = await sql<HandledAtStep>`
    with happened as materialized (${happened(tenantId, asked)}),
    step as (
      select key, node_id, max(node_name) as node_name,
        row_number() over (order by
          count(*) filter (where what = 'ended' and is_decided) desc,
          count(*) filter (where what = 'opened') desc, key, node_id) as place
      from happened group by key, node_id
      order by place limit ${most}
    )
    select key as "definitionKey", node_id as "nodeId", step.node_name as "nodeName", bucket, ${figures}
    from happened join step using (key, node_id)
    group by key, node_id, step.node_name, step.place, bucket
    order by step.place`.execute(db)
  return rows
}

/**
 * Each task counts where it could be decided first, where it ended, and where it passed its time undecided. All that
 * were undecided at some time of the period are read, and no others. Who asks others first has it undecided: weeks that
 * are over must not change by it. What opens after its end is not known to it.
 */
function happened(tenantId: string, asked: Asked) {
  const starts = startsOf(asked)
  const tasks = sql`
    select definition.key, tasks.node_id, tasks.node_name, tasks.opened_at, tasks.ended_at, tasks.due_at,
      tasks.status, extract(epoch from tasks.ended_at - tasks.opened_at)::float8 as seconds,
      tasks.ended_by is not null and tasks.status in ('APPROVED', 'REJECTED', 'RETURNED') as is_decided
    from tasks
    join process_instances as instance
      on instance.tenant_id = tasks.tenant_id and instance.id = tasks.instance_id
    join definitions as definition
      on definition.tenant_id = instance.tenant_id and definition.id = instance.definition_id
    where tasks.tenant_id = ${tenantId} and tasks.kind = 'decision'
      and tasks.opened_at is not null ${narrowed(tenantId, asked)}`
  return sql`
    select key, node_id, node_name, what, bucket, status, is_decided, seconds
    from (
      ${tasks} and tasks.ended_at is null
      union all
      ${tasks} and tasks.ended_at >= ${beginOf(asked)}
    ) as task,
    lateral (values
      ('opened', case when opened_at < ${endOf(asked)} then width_bucket(opened_at, ${starts}) end),
      ('ended', case when ended_at < ${endOf(asked)} then width_bucket(ended_at, ${starts}) end),
      ('breached', case
        when due_at < ${endOf(asked)} and opened_at <= due_at and (ended_at is null or ended_at > due_at)
        then width_bucket(due_at, ${starts})
      end)
    ) as moment (what, bucket)
    where bucket is not null`
}

const figures = sql`
  count(*) filter (where what = 'ended' and is_decided)::int as decided,
  count(*) filter (where what = 'ended' and is_decided and status = 'RETURNED')::int as returned,
  count(*) filter (where what = 'breached')::int as breached,
  count(*) filter (where what = 'opened')::int as opened,
  count(*) filter (where what = 'ended')::int as ended,
  percentile_cont(0.5) within group (order by seconds)
    filter (where what = 'ended' and is_decided) as "medianSeconds",
  percentile_cont(0.9) within group (order by seconds)
    filter (where what = 'ended' and is_decided) as "p90Seconds"`

const startsOf = ({ buckets }: Asked) =>
  sql`${buckets.map(({ from }) => from.toISOString())}::timestamptz[]`

const beginOf = ({ buckets }: Asked) => buckets[0]?.from

const endOf = ({ buckets }: Asked) => buckets.at(-1)?.until
