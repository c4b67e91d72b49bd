// The queue of mails: one row for each person, taken under a lease, with backoff after a failure.
//
// Kept by: services/bpm/src/features/notifications/mail.test.ts "not more often than once a minute"
import { removedBy, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { MAIL_REST_MS, type NoticeKind, type NoticeOutcome } from '../../core/notice.ts'
import type { KeyFieldDeclaration } from '../../core/key-fields.ts'
import type { Variables } from '../../core/variables.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { keyValues } from '../../runtime/load/key-values.ts'

/** Somebody whose mail this process may send until its lease runs out. */
export interface LeasedMail {
  readonly tenantId: string
  readonly userId: string
  readonly leaseId: string
  readonly attempts: number
}

/** Takes people whose mail is due, those first that wait longest. */
export async function leaseMails(
  db: Db,
  lease: { leaseId: string; leaseSeconds: number; limit: number },
): Promise<LeasedMail[]> {
  const { rows } = await sql<LeasedMail>`
    update mail_queues set lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where (tenant_id, user_id) in (
      select tenant_id, user_id from mail_queues
      where due_at <= clock_timestamp()
        and (leased_until is null or leased_until <= clock_timestamp())
      order by due_at limit ${lease.limit} for update skip locked
    )
    returning tenant_id as "tenantId", user_id as "userId", lease_id as "leaseId", attempts`.execute(
    db,
  )
  return rows
}

/** What a mail says, as it is now. */
export interface MailItem {
  readonly id: string
  readonly mailId: string
  readonly kind: NoticeKind
  readonly createdAt: Date
  readonly instanceId: string
  readonly title: string
  readonly bizId: string
  readonly bizTypeName: string
  readonly initiatorName: string
  /** The agent that started it in their name. */
  readonly agentName: string | null
  readonly status: string
  readonly taskNo: string | null
  readonly nodeName: string | null
  readonly dueAt: Date | null
  /** Whom its reader stands in for. */
  readonly onBehalfOf: string | null
  readonly actorKind: string | null
  readonly actorName: string | null
  readonly comment: string | null
  readonly box: string | null
  readonly isRead: boolean
  /** Of the task; and the definition that says what its node hides. */
  readonly nodeId: string | null
  readonly definitionId: string
  readonly initiatorId: string
  readonly keyFields: readonly KeyFieldDeclaration[]
  readonly keyValues: Variables | null
}

/**
 * Puts what waits for somebody into one mail, unless a mail of theirs is still to be sent: then that
 * one goes first, as it was, under its own number.
 */
export async function fillMail(
  tx: Tx,
  { tenantId, userId }: LeasedMail,
  { mailId, most }: { mailId: string; most: number },
): Promise<void> {
  await sql`
    update notices set mail_id = ${mailId}
    where tenant_id = ${tenantId} and id in (
      select id from notices
      where tenant_id = ${tenantId} and user_id = ${userId} and settled_at is null
      order by created_at, id limit ${most}
    ) and not exists (
      select from notices as filled
      where filled.tenant_id = ${tenantId} and filled.user_id = ${userId}
        and filled.settled_at is null and filled.mail_id is not null
    )`.execute(tx)
}

export async function listMailItems(db: Db, { tenantId, userId }: LeasedMail): Promise<MailItem[]> {
  const { rows } = await sql<MailItem>`
    select notice.id, notice.mail_id as "mailId", notice.kind, notice.created_at as "createdAt",
      instance.id as "instanceId", instance.title, instance.biz_id as "bizId",
      version.name as "bizTypeName", instance.initiator_name as "initiatorName", instance.status,
      coalesce(start.details ->> 'agentName', start.details ->> 'agent') as "agentName",
      task.task_no as "taskNo", task.node_name as "nodeName", task.due_at as "dueAt",
      task.on_behalf -> notice.user_id::text ->> 'name' as "onBehalfOf",
      action.actor_kind as "actorKind", action.actor_name as "actorName", action.comment,
      entry.box, entry.read_at is not null as "isRead", task.node_id as "nodeId",
      instance.definition_id as "definitionId", instance.initiator_id as "initiatorId",
      version.key_fields as "keyFields", ${keyValues} as "keyValues"
    from notices as notice
    join process_instances as instance
      on instance.tenant_id = notice.tenant_id and instance.id = notice.instance_id
    join biz_type_versions as version on version.tenant_id = instance.tenant_id
      and version.code = instance.biz_type and version.version = instance.biz_type_version
    left join instance_actions as start on start.tenant_id = instance.tenant_id
      and start.instance_id = instance.id and start.sequence = 1
    left join tasks as task on task.tenant_id = notice.tenant_id and task.id = notice.task_id
    left join inbox_entries as entry on entry.tenant_id = notice.tenant_id
      and entry.task_id = notice.task_id and entry.user_id = notice.user_id
    left join instance_actions as action on action.tenant_id = notice.tenant_id
      and action.instance_id = notice.instance_id and action.sequence = notice.action
    where notice.tenant_id = ${tenantId} and notice.user_id = ${userId}
      and notice.settled_at is null and notice.mail_id is not null
    order by notice.created_at, notice.id`.execute(db)
  return rows
}

export async function settleNotices(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  outcome: NoticeOutcome,
): Promise<void> {
  if (ids.length === 0) return
  await sql`update notices set settled_at = now(), outcome = ${outcome}
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) and settled_at is null`.execute(
    tx,
  )
}

/** Ends a lease. What came meanwhile, or did not fit, makes another mail at `nextAt`, after a rest. */
export async function finishMail(
  tx: Tx,
  mail: LeasedMail,
  { nextAt, wrote }: { readonly nextAt: Date; readonly wrote: boolean },
): Promise<void> {
  const restMs = wrote ? MAIL_REST_MS : 0
  await sql`
    update mail_queues as queue set lease_id = null, leased_until = null, attempts = 0,
      last_error = null,
      rests_until = case when ${wrote} then now() + ${restMs} * interval '1 millisecond'
        else rests_until end,
      due_at = case when exists (
        select from notices where tenant_id = queue.tenant_id and user_id = queue.user_id
          and settled_at is null
      ) then greatest(now() + ${restMs} * interval '1 millisecond', ${nextAt}) end
    where tenant_id = ${mail.tenantId} and user_id = ${mail.userId}
      and lease_id = ${mail.leaseId}`.execute(tx)
}

/** Leaves a mail to be tried again after a pause, with what went wrong. */
export async function postponeMail(
  db: Db,
  mail: LeasedMail,
  delayMs: number,
  error: string,
): Promise<void> {
  await sql`
    update mail_queues set lease_id = null, leased_until = null, attempts = attempts + 1,
      last_error = ${error}, due_at = now() + ${delayMs} * interval '1 millisecond'
    where tenant_id = ${mail.tenantId} and user_id = ${mail.userId}
      and lease_id = ${mail.leaseId}`.execute(db)
}

/** Tells several people what one notice stood for; each of them once. */
export async function addressNotice(
  tx: Tx,
  tenantId: string,
  noticeId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    with noticed as (
      insert into notices (tenant_id, id, user_id, kind, key, instance_id, created_at)
      select notice.tenant_id, gen_random_uuid(), person.id, notice.kind, notice.key,
        notice.instance_id, notice.created_at
      from notices as notice cross join unnest(${[...userIds]}::uuid[]) as person (id)
      left join notice_preferences as preference
        on preference.tenant_id = notice.tenant_id and preference.user_id = person.id
      where notice.tenant_id = ${tenantId} and notice.id = ${noticeId}
        and preference.mail is distinct from 'off'
      on conflict on constraint notices_told_once do nothing
      returning tenant_id, user_id
    )
    insert into mail_queues as queue (tenant_id, user_id, due_at)
    select tenant_id, user_id, now() from noticed order by user_id
    on conflict on constraint mail_queues_pkey do update
      set due_at = least(queue.due_at, greatest(excluded.due_at, queue.rests_until))`.execute(tx)
}

/** Forgets a part of what was told long ago; answers how many of each tenant. */
export const pruneNotices = (db: Db, before: Date, limit: number): Promise<readonly Removed[]> =>
  removedBy(
    db,
    sql`delete from notices where (tenant_id, id) in (
      select tenant_id, id from notices where settled_at < ${before}
      order by settled_at limit ${limit} for update skip locked
    ) returning tenant_id`,
  )

/** People whose mail waits, and of these those whose mail failed before. */
export async function countQueues(db: Db) {
  const { rows } = await sql<{ waiting: number; failing: number; lateSeconds: number }>`
    select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as failing,
      coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "lateSeconds"
    from mail_queues where due_at <= now()`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0, lateSeconds: 0 }
}
