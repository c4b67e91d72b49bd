import { sql } from 'kysely'
import type { MailMode } from '../../core/notice.ts'
import { changedSince } from '../../db/changed-since.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { pushNoticed, wantedBy, type Channels } from './channel-queries.ts'
import { dueWithMore } from './mail-queries.ts'

/** Stands for the administrators of a tenant until they are looked up. */
export const ADMINISTRATORS = '00000000-0000-0000-0000-000000000000'

/** What is older when it is found is not told any more: mail was off meanwhile. */
const NEWS_HOURS = 24

/** Somebody has something to be told by mail. */
export interface ToTell {
  readonly tenantId: string
  readonly userId: string
  readonly mail: Exclude<MailMode, 'off'>
  readonly timeZone: string
}

/** Where collecting begins when it never did, or when its position is of another server, which counted further: now. */
export async function beginCollecting(db: Db): Promise<void> {
  await sql`insert into notice_position as known (position) values (pg_current_snapshot()::text)
    on conflict on constraint notice_position_pkey do update set position = excluded.position
    where pg_snapshot_xmax(known.position::pg_snapshot)
      > pg_snapshot_xmax(excluded.position::pg_snapshot)`.execute(db)
}

/** Whether approvals wrote anything since, or a delivery was given up: probes of three indexes. */
export async function hasNews(db: Db): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    with since as materialized (select position::pg_snapshot as at from notice_position)
    select exists (
      select from since cross join lateral (
        select from inbox_entries
        where ${changedSince(sql`changed`, sql`since.at`)}
        order by changed limit 1) as entry
    ) or exists (
      select from since cross join lateral (
        select from instance_actions
        where ${changedSince(sql`changed`, sql`since.at`)}
        order by changed limit 1) as action
    ) or exists (${untoldBlocked}) as news`.execute(db)
  return rows[0]?.news ?? false
}

const untoldBlocked = sql`
  select lane.tenant_id, lane.instance_id, lane.blocked_at,
    'blocked/' || lane.instance_id || '/' || extract(epoch from lane.blocked_at) as key
  from delivery_lanes as lane
  where lane.blocked_at > now() - ${NEWS_HOURS} * interval '1 hour'
    and not exists (
      select from notices as told
      where told.tenant_id = lane.tenant_id and told.user_id = ${ADMINISTRATORS}
        and told.key = 'blocked/' || lane.instance_id || '/' || extract(epoch from lane.blocked_at)
    )`

/** What was put into boxes by others, and by which action. */
const newsOfTasks = sql`
  select entry.tenant_id, entry.user_id, entry.instance_id, entry.task_id, cause.sequence,
    coalesce(cause.at, entry.at) as at, what.kind,
    what.kind || '/' || entry.task_id || case
      when what.kind in ('reminder', 'escalation') or cause.action = 'resolve'
      then '/' || cause.sequence else '' end as key
  from entry left join lateral (
    select logged.* from logged
    where logged.tenant_id = entry.tenant_id and logged.instance_id = entry.instance_id
      and logged.changed = entry.changed
    order by logged.sequence desc limit 1
  ) as cause on true
  cross join lateral (select case
    when entry.box = 'cc' then 'copy'
    when cause.action = 'remind' or cause.details ->> 'purpose' = 'remind' then 'reminder'
    when cause.details ->> 'purpose' = 'escalate' then 'escalation'
    else 'task' end as kind) as what
  where cause.actor_id is distinct from entry.user_id::text`

/**
 * What became of approvals, for those who started them, and by which action. What has no command, as a remark, leads to
 * nothing. What was returned tells of the return, also where it was suspended when that was looked at, and goes on since.
 */
const newsOfInstances = sql`
  select last.tenant_id, last.initiator_id, last.instance_id, null, cause.sequence, last.at,
    case when last.returned then 'returned' else 'finished' end,
    case when last.returned then 'returned/' || last.instance_id || '/' || cause.sequence
      else 'finished/' || last.instance_id end
  from (
    select distinct on (logged.tenant_id, logged.instance_id) logged.tenant_id, logged.instance_id,
      logged.sequence, logged.at, instance.initiator_id, instance.status = 'RETURNED' as returned
    from logged join process_instances as instance
      on instance.tenant_id = logged.tenant_id and instance.id = logged.instance_id
    -- One that another approval called ends for that one, not for a person.
    where instance.parent_id is null and case instance.status
      when 'RETURNED' then logged.action in ('return', 'callEnded', 'resume')
      else instance.status in ('APPROVED', 'REJECTED', 'TERMINATED') and logged.has_command end
    order by logged.tenant_id, logged.instance_id, logged.sequence desc
  ) as last
  cross join lateral (
    select action.sequence, action.actor_id from instance_actions as action
    where action.tenant_id = last.tenant_id and action.instance_id = last.instance_id
      and action.sequence <= last.sequence
      and (not last.returned or action.action in ('return', 'callEnded'))
    order by action.sequence desc limit 1
  ) as cause
  where cause.actor_id <> last.initiator_id::text`

/** Deliveries that were given up, for the administrators. */
const newsOfDeliveries = sql`
  select blocked.tenant_id, ${ADMINISTRATORS}::uuid, blocked.instance_id, null, null,
    blocked.blocked_at, 'blocked', blocked.key
  from (${untoldBlocked}) as blocked`

/**
 * Turns what approvals wrote since the last time into notices, and moves the position on, in one
 * statement and so on one snapshot: each row is found once. Nothing while another process is at it;
 * where two take turns, a notice that is there already is left alone.
 *
 * @returns to whom mail is to be planned of it.
 */
export async function collectNotices(tx: Tx, channels: Channels): Promise<ToTell[]> {
  // With what a plan for any position assumes, it would read the tables through.
  await sql`set local enable_seqscan = off`.execute(tx)
  const { rows } = await sql<ToTell>`
    with since as materialized (
      select position::pg_snapshot as at from notice_position for update skip locked
    ), entry as materialized (
      select entry.* from since join inbox_entries as entry
        on ${changedSince(sql`entry.changed`, sql`since.at`)}
      where entry.box = 'todo' or (entry.box = 'cc' and entry.read_at is null)
    ), logged as materialized (
      select action.tenant_id, action.instance_id, action.sequence, action.action, action.actor_id,
        action.details, action.at, action.changed, action.command is not null as has_command
      from since join instance_actions as action
        on ${changedSince(sql`action.changed`, sql`since.at`)}
    ), news as (
      ${newsOfTasks} union all ${newsOfInstances} union all ${newsOfDeliveries}
    ), noticed as (
      insert into notices
        (tenant_id, id, user_id, kind, key, instance_id, task_id, action, created_at, settled_at, outcome)
      select news.tenant_id, gen_random_uuid(), news.user_id, news.kind, news.key,
        news.instance_id, news.task_id, news.sequence, news.at,
        case when news.user_id <> ${ADMINISTRATORS} then wanted.settled_at end,
        case when news.user_id <> ${ADMINISTRATORS} then wanted.outcome end
      from news cross join lateral (${wantedBy(sql`news`, channels)}) as wanted
      where exists (select from since)
        and (wanted.mail or wanted.push or news.user_id = ${ADMINISTRATORS})
        and news.at > now() - ${NEWS_HOURS} * interval '1 hour'
      on conflict on constraint notices_told_once do nothing
      returning tenant_id, id, user_id, settled_at
    ), ${pushNoticed}, moved as (
      update notice_position set position = pg_current_snapshot()::text
      where exists (select from since)
    )
    select distinct noticed.tenant_id as "tenantId", noticed.user_id as "userId",
      coalesce(preference.mail, 'at_once') as mail, coalesce(calendar.time_zone, 'UTC') as "timeZone"
    from noticed
    left join notice_preferences as preference
      on preference.tenant_id = noticed.tenant_id and preference.user_id = noticed.user_id
    left join calendars as calendar on calendar.tenant_id = noticed.tenant_id
    where noticed.settled_at is null`.execute(tx)
  return rows
}

/** Plans mails: no later than planned before. */
export async function planMails(
  tx: Tx,
  planned: readonly { readonly tenantId: string; readonly userId: string; readonly dueAt: Date }[],
): Promise<void> {
  if (planned.length === 0) return
  await sql`
    insert into mail_queues as queue (tenant_id, user_id, due_at)
    select * from unnest(
      ${planned.map(({ tenantId }) => tenantId)}::uuid[],
      ${planned.map(({ userId }) => userId)}::uuid[],
      ${planned.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[]
    ) as planned (tenant_id, user_id, due_at)
    order by tenant_id, user_id
    on conflict on constraint mail_queues_pkey do update set due_at = ${dueWithMore}`.execute(tx)
}
