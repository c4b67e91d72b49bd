import { sql } from 'kysely'
import type { Bucket, Happened } from '../../core/series.ts'
import type { Db } from '../../db/schema.ts'

interface Asked {
  readonly buckets: readonly Bucket[]
  readonly bizType: string | undefined
}

/**
 * What people started, by the log: its index by time knows the first entry of each. What other approvals
 * called was started by nobody.
 */
export async function countStarted(db: Db, tenantId: string, asked: Asked): Promise<Happened[]> {
  const { rows } = await sql<Happened>`
    select width_bucket(action.at, ${startsOf(asked)}) as bucket, count(*)::int as started,
      0 as decided, 0 as returned, 0 as breached, 0 as opened, 0 as ended
    from instance_actions as action
    join process_instances as instance
      on instance.tenant_id = action.tenant_id and instance.id = action.instance_id
    where action.tenant_id = ${tenantId} and action.sequence = 1
      and action.at >= ${beginOf(asked)} and instance.parent_id is null ${ofBizType(asked)}
    group by bucket`.execute(db)
  return rows
}

/**
 * What became of tasks: each counts where it could be decided first, where it ended, and where it passed
 * its time undecided. All that were undecided at some time of the period are read, and no others.
 */
export async function countTasks(db: Db, tenantId: string, asked: Asked): Promise<Happened[]> {
  const starts = startsOf(asked)
  const tasks = sql`
    select tasks.opened_at, tasks.ended_at, tasks.due_at, tasks.status,
      tasks.ended_by is not null and tasks.status in ('APPROVED', 'REJECTED', 'RETURNED') as is_decided
    from tasks
    join process_instances as instance
      on instance.tenant_id = tasks.tenant_id and instance.id = tasks.instance_id
    where tasks.tenant_id = ${tenantId} and tasks.kind = 'decision'
      and tasks.opened_at is not null ${ofBizType(asked)}`
  const { rows } = await sql<Happened>`
    select bucket, 0 as started, count(*) filter (where what = 'ended' and is_decided)::int as decided,
      count(*) filter (where what = 'ended' and is_decided and status = 'RETURNED')::int as returned,
      count(*) filter (where what = 'breached')::int as breached,
      count(*) filter (where what = 'opened')::int as opened,
      count(*) filter (where what = 'ended')::int as ended
    from (
      ${tasks} and tasks.ended_at is null and tasks.status <> 'WAITING'
      union all
      ${tasks} and tasks.ended_at >= ${beginOf(asked)}
    ) as task,
    lateral (values
      ('opened', width_bucket(opened_at, ${starts})),
      ('ended', width_bucket(ended_at, ${starts})),
      ('breached', case
        when due_at < ${endOf(asked)} and opened_at <= due_at and (ended_at is null or ended_at > due_at)
        then width_bucket(due_at, ${starts})
      end)
    ) as happened (what, bucket)
    where bucket is not null
    group by bucket`.execute(db)
  return rows
}

const startsOf = ({ buckets }: Asked) =>
  sql`${buckets.map(({ from }) => from.toISOString())}::timestamptz[]`

const beginOf = ({ buckets }: Asked) => buckets[0]?.from

const endOf = ({ buckets }: Asked) => buckets.at(-1)?.until

const ofBizType = ({ bizType }: Asked) =>
  bizType === undefined ? sql`` : sql`and instance.biz_type = ${bizType}`
