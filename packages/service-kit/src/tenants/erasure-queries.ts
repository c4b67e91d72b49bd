import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** A tenant that is to be erased, or was. */
export interface TenantErasure {
  readonly erasureId: string
  readonly tenantId: string
  readonly askedBy: string
  readonly askedAt: Date
  readonly dueAt: Date
  readonly cancelledAt: Date | null
  readonly begunAt: Date | null
  readonly endedAt: Date | null
  /** Rows that went, by table. */
  readonly counts: Readonly<Record<string, number>>
}

const columns = sql`erasure_id as "erasureId", tenant_id as "tenantId", asked_by as "askedBy",
  asked_at as "askedAt", due_at as "dueAt", cancelled_at as "cancelledAt", begun_at as "begunAt",
  ended_at as "endedAt", counts`

/** The one that was not cancelled. */
export async function findTenantErasure<S>(
  db: Db<S>,
  tenantId: string,
): Promise<TenantErasure | undefined> {
  const { rows } = await sql<TenantErasure>`
    select ${columns} from tenant_erasures
    where tenant_id = ${tenantId} and cancelled_at is null`.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockTenantErasure<S>(
  db: Db<S>,
  tenantId: string,
): Promise<TenantErasure | undefined> {
  const { rows } = await sql<TenantErasure>`
    select ${columns} from tenant_erasures
    where tenant_id = ${tenantId} and cancelled_at is null for update`.execute(db)
  return rows[0]
}

export type AskedErasure = Pick<
  TenantErasure,
  'erasureId' | 'tenantId' | 'askedBy' | 'askedAt' | 'dueAt'
>

/** Does nothing when one was asked for already. */
export async function insertTenantErasure<S>(db: Db<S>, asked: AskedErasure): Promise<void> {
  await sql`
    insert into tenant_erasures (erasure_id, tenant_id, asked_by, asked_at, due_at)
    values (${asked.erasureId}, ${asked.tenantId}, ${asked.askedBy}, ${asked.askedAt}, ${asked.dueAt})
    on conflict (tenant_id) where cancelled_at is null do nothing`.execute(db)
}

export async function markErasure<S>(
  db: Db<S>,
  tenantId: string,
  what: 'begun_at' | 'cancelled_at' | 'ended_at',
  now: Date,
): Promise<void> {
  await sql`update tenant_erasures set ${sql.ref(what)} = ${now}
    where tenant_id = ${tenantId} and cancelled_at is null`.execute(db)
}

export async function countErased<S>(
  db: Db<S>,
  tenantId: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`
    update tenant_erasures as e set counts = e.counts || (
      select jsonb_object_agg(key, value::bigint + coalesce((e.counts ->> key)::bigint, 0))
      from jsonb_each_text(${JSON.stringify(counts)}::jsonb))
    where tenant_id = ${tenantId} and cancelled_at is null`.execute(db)
}

/** Whether the role may do what the owner of the tables may. */
export async function isOwner<S>(db: Db<S>): Promise<boolean> {
  const { rows } = await sql<{ owner: boolean }>`
    select pg_has_role(current_user, relowner, 'usage') as owner
    from pg_class where oid = 'tenant_erasures'::regclass`.execute(db)
  return rows[0]?.owner === true
}

/** Lets one process at a time erase a tenant, until the transaction ends. */
export async function takeTurn<S>(db: Db<S>, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select set_config('idle_in_transaction_session_timeout', '0', true),
      pg_try_advisory_xact_lock(8937, hashtext(${tenantId})) as mine`.execute(db)
  return rows[0]?.mine === true
}

/**
 * Draws a number of our own: all that has begun to write is below. The xmax of a snapshot is what completed last,
 * and transactions above it may run.
 */
export async function drawTransaction<S>(db: Db<S>): Promise<string> {
  const { rows } = await sql<{ next: string }>`
    select pg_current_xact_id()::text as next`.execute(db)
  return rows[0]?.next ?? '0'
}

/** Whether all transactions before this one are over. */
export async function isPast<S>(db: Db<S>, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 as past`.execute(db)
  return rows[0]?.past === true
}
