// The queue of mails: one row for each person, taken under a lease, with backoff after a failure.
//
// Kept by: services/bpm/src/features/notifications/mail.test.ts "not more often than once a minute"
// Kept by: services/bpm/src/features/notifications/mail.test.ts "is not forgotten when it is collected while the mail before is recorded"
import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { REST_MS, type NoticeOutcome } from '../../core/notice.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { pushNoticed, wantedBy, type Channels } from './channel-queries.ts'
import { listItems, type NoticeItem } from './item-queries.ts'

/** Somebody whose mail this process may send until its lease runs out. */
export interface LeasedMail {
  readonly tenantId: string
  readonly userId: string
  readonly leaseId: string
  readonly attempts: number
}

/** A part of a mail, which has the number of that. */
export type MailItem = NoticeItem & { readonly mailId: string }

/** When a mail is due that was planned before: not before its reader has rested, nor sooner where it has failed. */
export const dueWithMore = sql`case
  when queue.attempts > 0 and queue.due_at is not null then queue.due_at
  else least(queue.due_at, greatest(excluded.due_at, queue.rests_until)) end`

/** Takes people whose mail is due, those first that wait longest. */
export async function leaseMails(
  db: Db,
  lease: { leaseId: string; leaseSeconds: number; limit: number },
): Promise<LeasedMail[]> {
  const { rows } = await sql<LeasedMail>`
    with due as materialized (
      select tenant_id, user_id from mail_queues
      where due_at <= clock_timestamp()
        and (leased_until is null or leased_until <= clock_timestamp())
      order by due_at limit ${lease.limit} for update skip locked
    )
    update mail_queues set lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where (tenant_id, user_id) in (table due)
    returning tenant_id as "tenantId", user_id as "userId", lease_id as "leaseId", attempts`.execute(
    db,
  )
  return rows
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

/** What the mail of somebody says, as it is now. */
export async function listMailItems(db: Db, mail: LeasedMail): Promise<MailItem[]> {
  const which = sql`notice.settled_at is null and notice.mail_id is not null`
  const items = await listItems(db, mail, which)
  return items.flatMap(({ mailId, ...item }) => (mailId === null ? [] : [{ ...item, mailId }]))
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
  // Who collects holds the row until what it found can be seen: looked for before, that would wait for the next news.
  await sql`select from mail_queues where tenant_id = ${mail.tenantId} and user_id = ${mail.userId}
    for no key update`.execute(tx)
  const restMs = wrote ? REST_MS : 0
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

/** Has what waits for somebody told at another time, unless it is a mail that has failed: that comes again after its pause. */
export async function replanMail(
  tx: Tx,
  { tenantId, userId }: Pick<LeasedMail, 'tenantId' | 'userId'>,
  dueAt: Date,
): Promise<void> {
  await sql`
    update mail_queues set due_at = greatest(${dueAt}, rests_until)
    where tenant_id = ${tenantId} and user_id = ${userId} and due_at is not null
      and attempts = 0`.execute(tx)
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
  { userIds, channels }: { readonly userIds: readonly string[]; readonly channels: Channels },
): Promise<void> {
  await sql`
    with person as (
      select ${tenantId}::uuid as tenant_id, user_id from unnest(${[...userIds]}::uuid[]) as p (user_id)
    ), noticed as (
      insert into notices (tenant_id, id, user_id, kind, key, instance_id, created_at, settled_at, outcome)
      select notice.tenant_id, gen_random_uuid(), person.user_id, notice.kind, notice.key,
        notice.instance_id, notice.created_at, wanted.settled_at, wanted.outcome
      from person
      join notices as notice on notice.tenant_id = person.tenant_id
      cross join lateral (${wantedBy(sql`person`, channels)}) as wanted
      where notice.tenant_id = ${tenantId} and notice.id = ${noticeId}
        and (wanted.mail or wanted.push)
      on conflict on constraint notices_told_once do nothing
      returning tenant_id, id, user_id, settled_at
    ), ${pushNoticed}
    insert into mail_queues as queue (tenant_id, user_id, due_at)
    select tenant_id, user_id, now() from noticed where settled_at is null order by user_id
    on conflict on constraint mail_queues_pkey do update set due_at = ${dueWithMore}`.execute(tx)
}

/** Forgets a part of what was told long ago, of one tenant; answers how many. */
export const pruneNotices = (db: Db, before: Date, limit: number): Promise<readonly Removed[]> =>
  removeOfOneTenant(
    db,
    {
      table: 'notices',
      key: ['tenant_id', 'id'],
      rows: sql`from notices as gone where settled_at < ${before}`,
      order: sql`order by settled_at`,
    },
    limit,
  )

/** People whose mail waits, and of these those whose mail failed before. */
export async function countQueues(db: Db) {
  const { rows } = await sql<{ waiting: number; failing: number; lateSeconds: number }>`
    select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as failing,
      coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "lateSeconds"
    from mail_queues where due_at <= now()`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0, lateSeconds: 0 }
}
