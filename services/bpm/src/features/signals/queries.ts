import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { SignalsTable } from '../../db/signal-tables.ts'

/** What was thrown, and how many approvals have heard it. */
export interface SignalRow {
  readonly id: string
  readonly name: string
  readonly instanceId: string | null
  readonly clientId: string | null
  readonly userId: string | null
  readonly thrownAt: Date
  readonly spreadAt: Date | null
  readonly waiting: number
  readonly heard: number
  readonly missed: number
  readonly starting: number
  readonly started: number
}

export async function findSignal(
  db: Db,
  tenantId: string,
  id: string,
): Promise<SignalRow | undefined> {
  const { rows } = await sql<SignalRow>`
    select signal.id, signal.name, signal.instance_id as "instanceId",
      signal.client_id as "clientId", signal.user_id as "userId",
      signal.thrown_at as "thrownAt", signal.spread_at as "spreadAt", counted.*, starts.*
    from signals as signal, lateral (
      select count(*) filter (where outcome is null)::integer as waiting,
        count(*) filter (where outcome = 'heard')::integer as heard,
        count(*) filter (where outcome = 'missed')::integer as missed
      from signal_deliveries as delivery
      where delivery.tenant_id = signal.tenant_id and delivery.signal_id = signal.id
    ) as counted, lateral (
      select count(*) filter (where outcome is null)::integer as starting,
        count(*) filter (where outcome = 'started')::integer as started
      from signal_starts as start
      where start.tenant_id = signal.tenant_id and start.signal_id = signal.id
    ) as starts
    where signal.tenant_id = ${tenantId} and signal.id = ${id}`.execute(db)
  return rows[0]
}

export async function insertSignal(tx: Tx, signal: Insertable<SignalsTable>): Promise<void> {
  await tx.insertInto('signals').values(signal).execute()
}

/** Whether an application owns any business type of the tenant. */
export async function ownsAny(db: Db, tenantId: string, clientId: string): Promise<boolean> {
  const found = await db
    .selectFrom('biz_types')
    .where('tenant_id', '=', tenantId)
    .where('owner_client_id', '=', clientId)
    .select('code')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Forgets signals of a tenant that were thrown long ago, with who heard them; none that somebody is still to hear, or that is still to start something. */
export async function pruneSignals(
  db: Db,
  before: Date,
  limit: number,
): Promise<readonly Removed[]> {
  const deliveries = await removeOfOneTenant(
    db,
    {
      table: 'signal_deliveries',
      key: ['tenant_id', 'signal_id', 'instance_id'],
      rows: sql`from signals as thrown join signal_deliveries as gone
          on gone.tenant_id = thrown.tenant_id and gone.signal_id = thrown.id
        where thrown.thrown_at < ${before} and thrown.spread_at is not null
          and gone.outcome is not null`,
    },
    limit,
  )
  const starts = await removeOfOneTenant(
    db,
    {
      table: 'signal_starts',
      key: ['tenant_id', 'id'],
      rows: sql`from signals as thrown join signal_starts as gone
          on gone.tenant_id = thrown.tenant_id and gone.signal_id = thrown.id
        where thrown.thrown_at < ${before} and thrown.spread_at is not null
          and gone.outcome is not null`,
    },
    limit,
  )
  const signals = await removeOfOneTenant(
    db,
    {
      table: 'signals',
      key: ['tenant_id', 'id'],
      rows: sql`from signals as gone
        where thrown_at < ${before} and spread_at is not null and not exists (
          select from signal_deliveries as delivery
          where delivery.tenant_id = gone.tenant_id and delivery.signal_id = gone.id)
          and not exists (
          select from signal_starts as start
          where start.tenant_id = gone.tenant_id and start.signal_id = gone.id)`,
    },
    limit,
  )
  return [...deliveries, ...starts, ...signals]
}
