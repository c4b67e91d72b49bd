// What ends by age alone, as an operator says how long it is kept; what went is recorded in the transaction that removes it.
//
// Kept by: services/bpm/src/retention.test.ts "goes in parts, each row once, by four processes at once"
// Kept by: services/bpm/src/retention.test.ts "is not removed when it cannot be recorded"
// Kept by: services/bpm/src/retention.test.ts "is recorded once for a part of one tenant"
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Logger } from '../process/log.ts'
import { pollLoop } from '../process/poll-loop.ts'
import type { Db } from './db.ts'
import { inTransaction } from './transaction.ts'

const IDLE_MS = 3_600_000
const FIRST_MS = 60_000
const DAY_MS = 24 * IDLE_MS
// So that no statement holds many rows for long.
const ROWS_AT_ONCE = 1_000

/** Rows that went, of one tenant; null: of none. */
export interface Removed {
  readonly tenantId: string | null
  readonly rows: number
}

export interface Retained<S> {
  /** As it is recorded. */
  readonly what: string
  /** 0 is for ever. */
  readonly keptDays: number
  /** Deletes some of what ended before a moment, `limit` rows at most, and none that another process is deleting. */
  readonly forget: (tx: Db<S>, before: Date, limit: number) => Promise<readonly Removed[]>
}

/** What is recorded of a part that went. */
export interface Removal {
  readonly what: string
  readonly keptDays: number
  readonly endedBefore: Date
  /** Without tenants that are being erased: nothing is written of them. */
  readonly removed: readonly Removed[]
}

export interface RetentionDeps<S> {
  readonly db: Kysely<S>
  readonly log: Logger
  readonly now: () => Date
  /** Where an auditor finds it. */
  readonly record: (tx: Db<S>, removal: Removal, now: Date) => Promise<void>
}

/** The worker that forgets what is old enough; any number of processes may run one. */
export const retentionWorker =
  <S>(deps: RetentionDeps<S>, all: readonly Retained<S>[]) =>
  async (signal: AbortSignal): Promise<void> => {
    // A start has better things to do.
    await delay(FIRST_MS, undefined, { signal, ref: false }).catch(() => {})
    await pollLoop({
      name: 'retention',
      idleMs: IDLE_MS,
      signal,
      log: deps.log,
      round: () => forgetOld(deps, all),
    })
  }

/** One round: a part of each. @returns how many rows went; 0 when nothing is old enough. */
export async function forgetOld<S>(
  deps: RetentionDeps<S>,
  all: readonly Retained<S>[],
): Promise<number> {
  let forgotten = 0
  for (const each of all) if (each.keptDays > 0) forgotten += await forgetSome(deps, each)
  return forgotten
}

async function forgetSome<S>(
  { db, log, now, record }: RetentionDeps<S>,
  { what, keptDays, forget }: Retained<S>,
): Promise<number> {
  const at = now()
  // Whole days of UTC: what grows all the time is recorded once a day, not with each round.
  const today = at.getTime() - (at.getTime() % DAY_MS)
  const endedBefore = new Date(today - keptDays * DAY_MS)
  const rows = await inTransaction(db, async (tx) => {
    const all = await forget(tx, endedBefore, ROWS_AT_ONCE)
    const erased = all.length === 0 ? [] : await listErased(tx, all)
    const removed = all.filter(({ tenantId }) => tenantId === null || !erased.includes(tenantId))
    if (removed.length > 0) await record(tx, { what, keptDays, endedBefore, removed }, at)
    return all.reduce((sum, each) => sum + each.rows, 0)
  })
  if (rows > 0) log.info({ what, rows, keptDays }, 'what was old enough is forgotten')
  return rows
}

async function listErased<S>(tx: Db<S>, removed: readonly Removed[]): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from tenant_erasures
    where tenant_id = any (${removed.map(({ tenantId }) => tenantId)}::uuid[])
      and cancelled_at is null and begun_at is not null`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** Runs a `delete … returning tenant_id`. */
export async function removedBy<S>(
  tx: Db<S>,
  deletion: RawBuilder<unknown>,
): Promise<readonly Removed[]> {
  const { rows } = await sql<Removed>`
    with removed as (${deletion})
    select tenant_id as "tenantId", count(*)::integer as rows from removed
    group by tenant_id order by tenant_id`.execute(tx)
  return rows
}

/** Rows that may go. */
interface Due {
  readonly table: string
  readonly key: readonly string[]
  /** `from <table> as gone …`, with a condition. */
  readonly rows: RawBuilder<unknown>
  readonly order?: RawBuilder<unknown>
  /** Whether some are of no tenant. */
  readonly mayBeOfNone?: boolean
}

/**
 * Deletes a part of the rows that are due: of one tenant, that of the first row which nobody else deletes. A part of many would
 * be recorded for each, for ever, and in dms hold the ends of all their audits.
 */
export function removeOfOneTenant<S>(
  tx: Db<S>,
  { table, key, rows, order = sql``, mayBeOfNone = false }: Due,
  limit: number,
): Promise<readonly Removed[]> {
  const isSame = mayBeOfNone ? sql`is not distinct from` : sql`=`
  const chosen = sql.join(key.map((column) => sql.ref(`gone.${column}`)))
  return removedBy(
    tx,
    sql`with one as materialized (
      select gone.tenant_id ${rows} ${order} limit 1 for update of gone skip locked
    ), old as materialized (
      select ${chosen} ${rows} and gone.tenant_id ${isSame} (select tenant_id from one)
      ${order} limit ${limit} for update of gone skip locked
    ) delete from ${sql.table(table)} as gone where (${chosen}) in (table old)
      returning gone.tenant_id`,
  )
}
