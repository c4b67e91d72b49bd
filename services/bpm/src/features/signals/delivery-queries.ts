import { sql } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'

/** A signal that this process may bring to an approval until its lease runs out. */
export interface LeasedSignal {
  readonly tenantId: string
  readonly signalId: string
  readonly instanceId: string
  readonly originId: string
  readonly name: string
  readonly leaseId: string
  readonly attempts: number
}

/** Takes deliveries that are due, as timers are taken: those of others are passed over until their lease has run out. */
export async function leaseSignals(
  db: Db,
  lease: { readonly leaseId: string; readonly leaseSeconds: number; readonly limit: number },
): Promise<LeasedSignal[]> {
  const { rows } = await sql<LeasedSignal>`
    with due as materialized (
      select tenant_id, signal_id, instance_id from signal_deliveries
      where due_at <= clock_timestamp()
        and (leased_until is null or leased_until <= clock_timestamp())
      order by due_at
      limit ${lease.limit}
      for update skip locked
    )
    update signal_deliveries set
      lease_id = ${lease.leaseId},
      leased_until = clock_timestamp() + make_interval(secs => ${lease.leaseSeconds})
    where (tenant_id, signal_id, instance_id) in (table due)
    returning tenant_id as "tenantId", signal_id as "signalId", instance_id as "instanceId",
      origin_id as "originId", name, lease_id as "leaseId", attempts`.execute(db)
  return rows
}

/** Locks the delivery of a lease that still holds; answers whether it does. */
export async function holdSignal(tx: Tx, signal: LeasedSignal): Promise<boolean> {
  const held = await byKey(tx, signal)
    .where('lease_id', '=', signal.leaseId)
    .where('outcome', 'is', null)
    .select('signal_id')
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** What in the approval has waited since before the signal was thrown, by the numbers of the waits. */
export async function listWaits(tx: Tx, signal: LeasedSignal): Promise<number[]> {
  const waits = await tx
    .selectFrom('signal_subscriptions as wait')
    .innerJoin('signals as signal', 'signal.tenant_id', 'wait.tenant_id')
    .where('wait.tenant_id', '=', signal.tenantId)
    .where('signal.id', '=', signal.signalId)
    .where('wait.instance_id', '=', signal.instanceId)
    .where('wait.name', '=', signal.name)
    .whereRef('wait.position', '<', 'signal.position')
    .select('wait.number')
    .orderBy('wait.number')
    .execute()
  return waits.map(({ number }) => number)
}

export const settleSignal = (
  tx: Tx,
  { tenantId, signalId, instanceId }: LeasedSignal,
  outcome: 'heard' | 'missed',
  at: Date,
) =>
  tx
    .updateTable('signal_deliveries')
    .set({ outcome, settled_at: at, due_at: null, lease_id: null, leased_until: null })
    .where('tenant_id', '=', tenantId)
    .where('signal_id', '=', signalId)
    .where('instance_id', '=', instanceId)
    .execute()

/** Leaves it until the approval, which is suspended, goes on. */
export const suspendSignal = (tx: Tx, { tenantId, signalId, instanceId }: LeasedSignal) =>
  tx
    .updateTable('signal_deliveries')
    .set({ due_at: null, lease_id: null, leased_until: null })
    .where('tenant_id', '=', tenantId)
    .where('signal_id', '=', signalId)
    .where('instance_id', '=', instanceId)
    .execute()

/** Leaves it to be tried again after a pause, with what went wrong. */
export async function postponeSignal(
  db: Db,
  signal: LeasedSignal,
  seconds: number,
  error: string,
): Promise<void> {
  await sql`
    update signal_deliveries set
      due_at = clock_timestamp() + make_interval(secs => ${seconds}),
      lease_id = null,
      leased_until = null,
      attempts = attempts + 1,
      last_error = ${error}
    where tenant_id = ${signal.tenantId} and signal_id = ${signal.signalId}
      and instance_id = ${signal.instanceId} and lease_id = ${signal.leaseId}`.execute(db)
}

const byKey = (db: Db, { tenantId, signalId, instanceId }: LeasedSignal) =>
  db
    .selectFrom('signal_deliveries')
    .where('tenant_id', '=', tenantId)
    .where('signal_id', '=', signalId)
    .where('instance_id', '=', instanceId)
