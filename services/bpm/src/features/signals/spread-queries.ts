import { sql } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'

/** A signal whose waiting approvals have not all been gone through. */
export interface SignalToSpread {
  readonly id: string
  readonly position: string
  readonly name: string
  readonly originId: string
  readonly instanceId: string | null
  readonly clientId: string | null
  readonly afterInstanceId: string | null
}

/** Tenants with signals to spread, those behind one first and then around: each is come to in turn. */
export async function listThrowing(db: Db, behind: string, limit: number): Promise<string[]> {
  const later = await throwingBetween(db, { behind, until: null, limit })
  if (later.length === limit || behind === FIRST) return later
  const around = { behind: FIRST, until: behind, limit: limit - later.length }
  return [...later, ...(await throwingBetween(db, around))]
}

/** One look into the index for each of them, however many signals it has. */
async function throwingBetween(
  db: Db,
  given: { readonly behind: string; readonly until: string | null; readonly limit: number },
): Promise<string[]> {
  const { behind, until, limit } = given
  const within = until === null ? sql`` : sql`and tenant_id <= ${until}`
  const { rows } = await sql<{ id: string }>`
    with recursive tenant (id) as (
      (select tenant_id from signals where spread_at is null and tenant_id > ${behind} ${within}
        order by tenant_id limit 1)
      union all
      select (select tenant_id from signals
        where spread_at is null and tenant_id > tenant.id ${within}
        order by tenant_id limit 1)
      from tenant where tenant.id is not null
    )
    select id from tenant where id is not null limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Before every tenant. */
export const FIRST = '00000000-0000-0000-0000-000000000000'

/** How many deliveries and starts of a tenant wait for their first try, up to so many. */
export async function countQueued(db: Db, tenantId: string, most: number): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select count(*)::integer as queued from (
      (select from signal_deliveries
        where tenant_id = ${tenantId} and due_at is not null and attempts = 0 limit ${most})
      union all
      (select from signal_starts
        where tenant_id = ${tenantId} and outcome is null and attempts = 0 limit ${most})
      limit ${most}
    ) as queue`.execute(db)
  return rows[0]?.queued ?? 0
}

/** The oldest that no other worker is at; it is ours until the transaction ends. */
export async function takeSignal(tx: Tx, tenantId: string): Promise<SignalToSpread | undefined> {
  const { rows } = await sql<SignalToSpread>`
    select id, position, name, origin_id as "originId", instance_id as "instanceId",
      client_id as "clientId", after_instance_id as "afterInstanceId"
    from signals where tenant_id = ${tenantId} and spread_at is null
    order by position limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/**
 * Queues a signal for the next approvals, in the order of their ids, that have waited since before it was thrown: not
 * for the one that threw it, nor for one that has it already. Of an application for approvals of its business types.
 *
 * @returns how many approvals were gone through, and the last of them.
 */
export async function queueFor(
  tx: Tx,
  tenantId: string,
  signal: SignalToSpread,
  limit: number,
): Promise<{ readonly count: number; readonly last: string | null }> {
  const owned =
    signal.clientId === null
      ? sql``
      : sql`and exists (
          select from process_instances as instance join biz_types as biz_type
            on biz_type.tenant_id = instance.tenant_id and biz_type.code = instance.biz_type
          where instance.tenant_id = wait.tenant_id and instance.id = wait.instance_id
            and biz_type.owner_client_id = ${signal.clientId})`
  const { rows } = await sql<{ count: number; last: string | null }>`
    with waiting as materialized (
      select distinct wait.instance_id from signal_subscriptions as wait
      where wait.tenant_id = ${tenantId} and wait.name = ${signal.name}
        and wait.position < ${signal.position}
        and wait.instance_id > ${signal.afterInstanceId ?? FIRST}
        and wait.instance_id is distinct from ${signal.instanceId} ${owned}
      order by wait.instance_id limit ${limit}
    ), queued as (
      insert into signal_deliveries
        (tenant_id, signal_id, instance_id, origin_id, name, due_at)
      select ${tenantId}, ${signal.id}, instance_id, ${signal.originId}, ${signal.name},
        clock_timestamp()
      from waiting order by instance_id
      on conflict do nothing
    )
    select count(*)::integer as count,
      (select instance_id from waiting order by instance_id desc limit 1) as last
    from waiting`.execute(tx)
  return rows[0] ?? { count: 0, last: null }
}

/** Keeps how far it was gone through; `spreadAt` when that was all. */
export async function noteSpread(
  tx: Tx,
  tenantId: string,
  id: string,
  { last, spreadAt }: { readonly last: string | null; readonly spreadAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('signals')
    .set({ ...(last === null ? {} : { after_instance_id: last }), spread_at: spreadAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
