import { sql } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { StartFailure } from '../../runtime/starts/failures.ts'

/** A start that this process may make until its lease runs out. */
export interface LeasedStart {
  readonly tenantId: string
  readonly id: string
  readonly signalId: string
  readonly signalName: string
  readonly originId: string
  readonly thrownAt: Date
  readonly nodeId: string
  readonly bizType: string
  readonly definitionId: string
  readonly definitionKey: string
  readonly definitionVersion: number
  readonly definitionName: string
  readonly leaseId: string
  readonly attempts: number
}

interface Lease {
  readonly leaseId: string
  readonly leaseSeconds: number
}

const taken = ({ leaseId, leaseSeconds }: Lease) => sql`
  update signal_starts as start set
    lease_id = ${leaseId},
    leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
  from signal_listeners as listener, definitions as definition, signals as signal
  where listener.tenant_id = start.tenant_id and listener.id = start.listener_id
    and definition.tenant_id = start.tenant_id and definition.id = listener.definition_id
    and signal.tenant_id = start.tenant_id and signal.id = start.signal_id`

const returned = sql`
  returning start.tenant_id as "tenantId", start.id, start.signal_id as "signalId",
    signal.name as "signalName", start.origin_id as "originId", signal.thrown_at as "thrownAt",
    listener.node_id as "nodeId", listener.biz_type as "bizType",
    definition.id as "definitionId", definition.key as "definitionKey",
    definition.version as "definitionVersion", definition.name as "definitionName",
    start.lease_id as "leaseId", start.attempts`

/**
 * Takes starts, those first that wait longest. What others hold is passed over, and what rests after a try in vain; what
 * a process that died has held can be taken once its lease has run out, by the database's clock.
 */
export async function leaseStarts(
  db: Db,
  { limit, ...lease }: Lease & { readonly limit: number },
): Promise<LeasedStart[]> {
  const { rows } = await sql<LeasedStart>`
    with due as materialized (
      select tenant_id, id from signal_starts
      where outcome is null and (leased_until is null or leased_until <= clock_timestamp())
      order by queued_at
      limit ${limit}
      for update skip locked
    )
    ${taken(lease)} and (start.tenant_id, start.id) in (table due)
    ${returned}`.execute(db)
  return rows
}

/** Takes one, whatever pause it has; undefined where it is settled, or others are at it. */
export async function leaseStart(
  db: Db,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  lease: Lease,
): Promise<LeasedStart | undefined> {
  const { rows } = await sql<LeasedStart>`
    ${taken(lease)} and start.tenant_id = ${tenantId} and start.id = ${id}
      and start.outcome is null
      and (start.lease_id is null or start.leased_until <= clock_timestamp())
    ${returned}`.execute(db)
  return rows[0]
}

/**
 * Notes that it is made; false when the lease is lost: others have made it, or it must not be made, or not
 * by this definition.
 */
export async function settleStart(
  tx: Tx,
  start: LeasedStart,
  { instanceId, at }: { readonly instanceId: string; readonly at: Date },
): Promise<boolean> {
  const settled = await byLease(tx, start)
    // Taken while another version was published, it was read with the one before.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('signal_listeners as listener')
          .whereRef('listener.tenant_id', '=', 'signal_starts.tenant_id')
          .whereRef('listener.id', '=', 'signal_starts.listener_id')
          .where('listener.definition_id', '=', start.definitionId),
      ),
    )
    .set({
      outcome: 'started',
      settled_at: at,
      instance_id: instanceId,
      lease_id: null,
      leased_until: null,
      attempts: 0,
      failed_at: null,
      code: null,
      error: null,
    })
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/** Gives a start back at once, where it is still ours. */
export async function releaseStart(db: Db, start: LeasedStart): Promise<void> {
  await byLease(db, start).set({ lease_id: null, leased_until: null }).execute()
}

/** Leaves a start to be tried again after a pause, with what went wrong. */
export async function postponeSignalStart(
  db: Db,
  start: LeasedStart,
  { seconds, at, code, error }: StartFailure,
): Promise<void> {
  await byLease(db, start)
    .set({
      lease_id: null,
      leased_until: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      attempts: sql<number>`attempts + 1`,
      failed_at: at,
      code,
      error,
    })
    .execute()
}

const byLease = (db: Db, { tenantId, id, leaseId }: LeasedStart) =>
  db
    .updateTable('signal_starts')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
