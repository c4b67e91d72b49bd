// The queue of messages: one row for each device, taken under a lease, with backoff after a failure.
//
// Kept by: services/bpm/src/features/notifications/push/push.test.ts "is told once by several processes"
// Kept by: services/bpm/src/features/notifications/push/push.test.ts "is not forgotten when it is collected while the one before is recorded"
import { sql } from 'kysely'
import { REST_MS } from '../../../core/notice.ts'
import type { Db, Tx } from '../../../db/schema.ts'
import { listItems, type NoticeItem } from '../item-queries.ts'
import type { PushTarget } from './pusher.ts'

/** A device that this process may write to until its lease runs out. */
export interface LeasedDevice extends PushTarget {
  readonly tenantId: string
  readonly userId: string
  readonly id: string
  readonly leaseId: string
  readonly attempts: number
}

/**
 * Takes devices that a message is due for, those first that wait longest.
 *
 * @param lease.failing Those whose message has failed before, or all others.
 */
export async function leaseDevices(
  db: Db,
  lease: { leaseId: string; leaseSeconds: number; limit: number; failing: boolean },
): Promise<LeasedDevice[]> {
  const { rows } = await sql<LeasedDevice>`
    with due as materialized (
      select tenant_id, id from push_subscriptions
      where due_at <= clock_timestamp() and (attempts > 0) = ${lease.failing}
        and (leased_until is null or leased_until <= clock_timestamp())
      order by due_at limit ${lease.limit} for update skip locked
    )
    update push_subscriptions set lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where (tenant_id, id) in (table due)
    returning tenant_id as "tenantId", user_id as "userId", id, lease_id as "leaseId", attempts,
      endpoint, p256dh, auth, application_server_key as "applicationServerKey"`.execute(db)
  return rows
}

/**
 * Puts what waits for a device into one message, unless one is still to be sent: then that goes first, as it was.
 *
 * @returns the number of the message; undefined when nothing waits.
 */
export async function fillMessage(
  tx: Tx,
  { tenantId, id }: LeasedDevice,
  { messageId, most }: { messageId: string; most: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ messageId: string }>`
    with earlier as (
      select message_id from push_notices
      where tenant_id = ${tenantId} and subscription_id = ${id} and message_id is not null limit 1
    ), filled as (
      update push_notices set message_id = ${messageId}
      where tenant_id = ${tenantId} and subscription_id = ${id} and notice_id in (
        select waiting.notice_id from push_notices as waiting
        join notices as notice
          on notice.tenant_id = waiting.tenant_id and notice.id = waiting.notice_id
        where waiting.tenant_id = ${tenantId} and waiting.subscription_id = ${id}
        order by notice.created_at, notice.id limit ${most}
      ) and not exists (select from earlier)
      returning message_id
    )
    select message_id as "messageId" from earlier
    union select message_id from filled`.execute(tx)
  return rows[0]?.messageId
}

/** What a message says, as it is now. */
export const listMessageItems = (
  db: Db,
  device: LeasedDevice,
  messageId: string,
): Promise<NoticeItem[]> =>
  listItems(
    db,
    device,
    sql`exists (
      select from push_notices as part
      where part.tenant_id = notice.tenant_id and part.notice_id = notice.id
        and part.subscription_id = ${device.id} and part.message_id = ${messageId}
    )`,
  )

/** Ends a lease and forgets what the message told. What came meanwhile makes another one, after a rest. */
export async function finishMessage(
  tx: Tx,
  device: LeasedDevice,
  { messageId, sent }: { readonly messageId: string | undefined; readonly sent: boolean },
): Promise<void> {
  const { tenantId, id, leaseId } = device
  // Who collects holds the row until what it found can be seen: looked for before, that would wait for the next news.
  await sql`select from push_subscriptions where tenant_id = ${tenantId} and id = ${id}
    for no key update`.execute(tx)
  await sql`delete from push_notices
    where tenant_id = ${tenantId} and subscription_id = ${id}
      and message_id = ${messageId ?? null}`.execute(tx)
  const restMs = sent ? REST_MS : 0
  await sql`
    update push_subscriptions as device set lease_id = null, leased_until = null, attempts = 0,
      last_error = null, sent_at = case when ${sent} then now() else sent_at end,
      rests_until = case when ${sent} then now() + ${restMs} * interval '1 millisecond'
        else rests_until end,
      due_at = case when exists (
        select from push_notices as waiting
        where waiting.tenant_id = device.tenant_id and waiting.subscription_id = device.id
      ) then now() + ${restMs} * interval '1 millisecond' end
    where tenant_id = ${tenantId} and id = ${id} and lease_id = ${leaseId}`.execute(tx)
}

/** Leaves a message to be tried again after a pause, with what went wrong. */
export async function postponeMessage(
  db: Db,
  { tenantId, id, leaseId }: LeasedDevice,
  delayMs: number,
  error: string,
): Promise<void> {
  await sql`
    update push_subscriptions set lease_id = null, leased_until = null, attempts = attempts + 1,
      last_error = ${error}, due_at = now() + ${delayMs} * interval '1 millisecond'
    where tenant_id = ${tenantId} and id = ${id} and lease_id = ${leaseId}`.execute(db)
}

/** Devices that a message is due for, and of these those whose message failed before. */
export async function countDevices(db: Db) {
  const { rows } = await sql<{ waiting: number; failing: number; lateSeconds: number }>`
    select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as failing,
      coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "lateSeconds"
    from push_subscriptions where due_at <= now()`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0, lateSeconds: 0 }
}

/** How many devices subscribed with each key of the platform, in all tenants. */
export function countDevicesByKey(db: Db) {
  return db
    .selectFrom('push_subscriptions')
    .select((eb) => ['application_server_key as key', eb.fn.countAll<string>().as('count')])
    .groupBy('application_server_key')
    .execute()
}
