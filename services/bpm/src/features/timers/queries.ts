import { sql } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'

/** A timer that this process may fire until its lease runs out. */
export interface LeasedTimer {
  readonly tenantId: string
  readonly instanceId: string
  readonly number: number
  readonly leaseId: string
  readonly attempts: number
}

/** One that could not fire as often as that, for minutes, is not waited for any more. */
const TRIES_WAITED_FOR = 5

/**
 * Takes due timers, those first that wait longest, and of each approval one alone: what is due first leads on first, also
 * after an outage, since behind a gateway one takes the others away. Timers that others hold are passed over; those
 * of a process that died can be taken once its lease has run out, by the database's clock.
 */
export async function leaseTimers(
  db: Db,
  lease: { leaseId: string; leaseSeconds: number; now: Date; limit: number },
): Promise<LeasedTimer[]> {
  const { rows } = await sql<LeasedTimer>`
    with due as materialized (
      select tenant_id, instance_id, number from timers as timer
      where due_at <= ${lease.now} and not held
        and (leased_until is null or leased_until <= clock_timestamp())
        and not exists (
          select from timers as earlier
          where earlier.tenant_id = timer.tenant_id and earlier.instance_id = timer.instance_id
            and (earlier.due_at, earlier.number) < (timer.due_at, timer.number)
            and not earlier.held and earlier.attempts < ${sql.lit(TRIES_WAITED_FOR)}
        )
      order by due_at
      limit ${lease.limit}
      for update skip locked
    )
    update timers set
      lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where (tenant_id, instance_id, number) in (table due)
    returning tenant_id as "tenantId", instance_id as "instanceId", number,
      lease_id as "leaseId", attempts`.execute(db)
  return rows
}

/** When the next timer becomes due after `after`, ms since the epoch; Infinity where none does. */
export async function findNextDue(db: Db, after: Date): Promise<number> {
  const next = await db
    .selectFrom('timers')
    .where('due_at', '>', after)
    // As the index has it: a parameter would not tell that it serves.
    .where(sql<boolean>`not held`)
    .select('due_at')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at.getTime() ?? Infinity
}

/** Locks the timer of a lease that still holds; answers whether it does. */
export async function holdTimer(tx: Tx, timer: LeasedTimer): Promise<boolean> {
  const held = await byKey(tx, timer)
    .where('lease_id', '=', timer.leaseId)
    .where('held', '=', false)
    .select('number')
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Leaves a timer to be tried again after a pause, with what went wrong. */
export async function postponeTimer(
  db: Db,
  timer: LeasedTimer,
  seconds: number,
  error: string,
): Promise<void> {
  await sql`
    update timers set
      lease_id = null,
      leased_until = clock_timestamp() + make_interval(secs => ${seconds}),
      attempts = attempts + 1,
      last_error = ${error}
    where tenant_id = ${timer.tenantId} and instance_id = ${timer.instanceId}
      and number = ${timer.number} and lease_id = ${timer.leaseId}`.execute(db)
}

const byKey = (db: Db, { tenantId, instanceId, number }: LeasedTimer) =>
  db
    .selectFrom('timers')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('number', '=', number)
