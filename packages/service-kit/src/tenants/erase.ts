// A tenant is erased in steps. A step is a transaction on a page of one table, which counts what went as well:
// who dies half way loses a step, and whoever runs next goes on. Nothing is written for the tenant once it has begun.
//
// Kept by: services/bpm/src/features/erasures/erase-tenant.test.ts "goes on where a process was killed"
// Kept by: services/bpm/src/features/erasures/erase-tenant.test.ts "is done by one of two processes"
// Kept by: services/bpm/src/features/erasures/erase-tenant.test.ts "leaves nothing of what is written beside it"
// Kept by: services/dms/src/features/tenant-erasure/erase-tenant.test.ts "is refused for a legal hold that is placed while it begins"
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { isForeignKeyViolation, type Db } from '../database/db.ts'
import { inTransaction } from '../database/transaction.ts'
import { CommandFault } from '../process/command-line.ts'
import {
  deleteRows,
  hasRows,
  listErased,
  refuseUnknown,
  unlinkRows,
  type ErasedTable,
} from './erase-tables.ts'
import {
  countErased,
  drawTransaction,
  findTenantErasure,
  insertTenantErasure,
  isOwner,
  isPast,
  lockTenantErasure,
  markErasure,
  takeTurn,
  type TenantErasure,
} from './erasure-queries.ts'
import type { TenantData } from './tenant-data.ts'

const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 1_000
const POLL_MS = 200
const PATIENCE_MS = 10 * 60_000

/** Runs a step, and counts what it says that went, in one transaction. @returns how many rows. */
export type Step<S> = (
  work: (tx: Db<S>) => Promise<Readonly<Record<string, number>>>,
) => Promise<number>

export interface TenantErasing<S> {
  readonly db: Kysely<S>
  readonly now: () => Date
  readonly data: TenantData
  /**
   * Why the tenant may not be erased now. When it begins this is asked before `record` and after it: what writers take a
   * lock for that `record` takes is seen.
   *
   * @param since When it was asked for; undefined while it is.
   */
  readonly findObstacle: (
    db: Db<S>,
    tenantId: string,
    since: Date | undefined,
  ) => Promise<string | undefined>
  /** Puts on record that it begins, and that it has ended: where it stays, in the transaction that says so. */
  readonly record: (
    tx: Db<S>,
    erasure: TenantErasure,
    what: 'begun' | 'ended',
    now: Date,
  ) => Promise<void>
  /** Tables whose pages are removed in another way. @returns how many rows went; 0 when none is left. */
  readonly pages?: Readonly<Record<string, (step: Step<S>, tenantId: string) => Promise<number>>>
  /** What is under way, for whoever waits. */
  readonly note?: (text: string) => void
}

export interface Asked {
  readonly tenantId: string
  readonly by: string
  readonly waitDays: number
}

/** @throws CommandFault when the address is that of the service's role. */
export async function refuseOthers<S>({ db }: Pick<TenantErasing<S>, 'db'>): Promise<void> {
  if (await isOwner(db)) return
  throw new CommandFault(
    'DATABASE_URL has to be the address of the owner, as for migrate: the role of the service cannot erase a tenant',
  )
}

/** Asks for it; whoever asks again gets the first. @throws CommandFault when something is in the way. */
export async function askForTenantErasure<S>(
  erasing: TenantErasing<S>,
  { tenantId, by, waitDays }: Asked,
): Promise<TenantErasure> {
  const { db, data, now } = erasing
  const known = await findTenantErasure(db, tenantId)
  if (known !== undefined) return known
  await refuseUnknown(db, data, tenantId)
  const obstacle = await erasing.findObstacle(db, tenantId, undefined)
  if (obstacle !== undefined) throw new CommandFault(obstacle)
  const askedAt = now()
  const dueAt = new Date(askedAt.getTime() + waitDays * DAY_MS)
  await insertTenantErasure(db, { erasureId: randomUUID(), tenantId, askedBy: by, askedAt, dueAt })
  return getErasure(db, tenantId)
}

/** @throws CommandFault when it has begun. */
export async function cancelTenantErasure<S>(
  { db, now }: TenantErasing<S>,
  tenantId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const erasure = await lockTenantErasure(tx, tenantId)
    if (erasure === undefined) throw new CommandFault('nobody asked for it')
    if (erasure.begunAt !== null) throw new CommandFault('it has begun: what is gone is gone')
    await markErasure(tx, tenantId, 'cancelled_at', now())
  })
}

/**
 * Begins it, goes on with it, and ends it. Once it has ended nothing more is done.
 *
 * @param confirmed The id that whoever asked was told.
 * @throws CommandFault when it may not begin, another process is at it, or somebody who wrote before does not end.
 */
export async function eraseTenant<S>(
  erasing: TenantErasing<S>,
  tenantId: string,
  confirmed: string,
): Promise<TenantErasure> {
  const { db } = erasing
  return db.transaction().execute(async (turn) => {
    if (!(await takeTurn(turn, tenantId)))
      throw new CommandFault('another process is erasing this tenant')
    await begin(erasing, tenantId, confirmed)
    const { endedAt } = await getErasure(db, tenantId)
    if (endedAt === null) {
      await waitForWriters(erasing)
      await sweep(erasing, tenantId)
      await end(erasing, tenantId)
    }
    return getErasure(db, tenantId)
  })
}

async function getErasure<S>(db: Db<S>, tenantId: string): Promise<TenantErasure> {
  const erasure = await findTenantErasure(db, tenantId)
  if (erasure === undefined) throw new CommandFault('nobody asked for it: run it without --confirm')
  return erasure
}

async function begin<S>(
  { db, now, findObstacle, record }: TenantErasing<S>,
  tenantId: string,
  confirmed: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const erasure = await lockTenantErasure(tx, tenantId)
    if (erasure?.erasureId !== confirmed)
      throw new CommandFault('--confirm is not what was answered when this tenant was asked for')
    if (erasure.begunAt !== null) return
    const at = now()
    if (at < erasure.dueAt)
      throw new CommandFault(`not before ${erasure.dueAt.toISOString()}; --cancel takes it back`)
    const refuseObstacle = async () => {
      const obstacle = await findObstacle(tx, tenantId, erasure.askedAt)
      if (obstacle !== undefined) throw new CommandFault(obstacle)
    }
    // Before the record: others lock a tenant and then its audit, too.
    await refuseObstacle()
    await markErasure(tx, tenantId, 'begun_at', at)
    await record(tx, { ...erasure, begunAt: at }, 'begun', at)
    // And behind it: it may have waited for somebody who puts something in the way.
    await refuseObstacle()
  })
}

// Whoever writes for the tenant without having seen that it is erased got their number before this.
async function waitForWriters<S>({ db, note }: TenantErasing<S>): Promise<void> {
  const next = await drawTransaction(db)
  for (let waitedMs = 0; !(await isPast(db, next)); waitedMs += POLL_MS) {
    if (waitedMs === 0) note?.('waiting for transactions that had begun before')
    if (waitedMs >= PATIENCE_MS)
      throw new CommandFault(
        'a transaction from before is still open on this server (pg_stat_activity): end it and run this again',
      )
    await wait(POLL_MS)
  }
}

// What somebody wrote beside it refers to what goes later: another pass takes it.
async function sweep<S>(erasing: TenantErasing<S>, tenantId: string): Promise<void> {
  const tables = await listErased(erasing.db, erasing.data, tenantId)
  for (;;) {
    // Before any rows: who died between the two would find nothing that can go.
    let gone = await unlinkAll(erasing.db, tables)
    let referred: Error | undefined
    for (const table of tables) {
      try {
        gone += await eraseTable(erasing, table, tenantId)
      } catch (error) {
        if (!(error instanceof Error) || !isForeignKeyViolation(error)) throw error
        referred = error
      }
    }
    if (gone > 0) continue
    if (referred !== undefined) throw referred
    if (await hasRows(erasing.db, tables)) throw new Error('rows of the tenant are left')
    return
  }
}

async function unlinkAll<S>(db: Db<S>, tables: readonly ErasedTable[]): Promise<number> {
  let unlinked = 0
  for (const table of tables) {
    for (;;) {
      const count = await inTransaction(db, (tx) => unlinkRows(tx, table, ROWS_AT_ONCE))
      if (count === 0) break
      unlinked += count
    }
  }
  return unlinked
}

async function eraseTable<S>(
  erasing: TenantErasing<S>,
  table: ErasedTable,
  tenantId: string,
): Promise<number> {
  const { db, note, pages = {} } = erasing
  const step: Step<S> = (work) =>
    inTransaction(db, async (tx) => {
      await lockTenantErasure(tx, tenantId)
      const counts = Object.entries(await work(tx)).filter(([, count]) => count > 0)
      if (counts.length > 0) await countErased(tx, tenantId, Object.fromEntries(counts))
      return counts.reduce((sum, [, count]) => sum + count, 0)
    })
  const page =
    pages[table.name] ??
    (() => step(async (tx) => ({ [table.name]: await deleteRows(tx, table, ROWS_AT_ONCE) })))
  let gone = 0
  for (;;) {
    const count = await page(step, tenantId)
    if (count === 0) break
    gone += count
    note?.(`${table.name}: ${gone} rows`)
  }
  // What refers to this table is looked for here by what follows, past all that was removed.
  if (gone >= ROWS_AT_ONCE) await sql`vacuum (skip_locked) ${sql.table(table.name)}`.execute(db)
  return gone
}

async function end<S>({ db, now, record }: TenantErasing<S>, tenantId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const erasure = await lockTenantErasure(tx, tenantId)
    if (erasure === undefined || erasure.endedAt !== null) return
    const at = now()
    await markErasure(tx, tenantId, 'ended_at', at)
    await record(tx, { ...erasure, endedAt: at }, 'ended', at)
  })
}
