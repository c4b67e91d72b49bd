// Rows that went with a tenant are missing from the log that a chain names. The chain says so itself: a block of its own
// names the erasure when it begins and when it has ended, and is hashed and anchored like all others.
//
// Kept by: services/iam/src/features/tenants/erase.test.ts "misses nothing of a tenant whose erasure is in the chain"
// Kept by: services/iam/src/features/tenants/erase.test.ts "misses rows of a tenant whose erasure is not in the chain, whatever a table says"
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { readRows } from './block.ts'
import { chainRows, erasureLogOf } from './companions.ts'
import type { ChainedLog } from './logs.ts'

const begunColumns = ['asked_at', 'asked_by', 'begun_at', 'due_at', 'erasure_id', 'tenant_id']
const columnsOf = {
  begun: begunColumns,
  ended: [...begunColumns, 'counts', 'ended_at'].toSorted(),
} as const

/** Names an erasure in the chain. To be called in the transaction that begins or ends it, after the row says so. */
export const chainErasure = <S>(
  tx: Db<S>,
  chained: Pick<ChainedLog, 'chain'>,
  tenantId: string,
  what: keyof typeof columnsOf,
  madeAt: Date,
): Promise<void> =>
  chainRows(tx, erasureLogOf(chained), {
    columns: columnsOf[what],
    where: sql`r.tenant_id = ${tenantId} and r.cancelled_at is null`,
    madeAt,
  })

/** Rows of the log that are missing of a tenant whose erasure is in the chain. */
export interface ErasedTenant {
  /** The block that says when it began. */
  readonly number: number
  missing: number
}

/** The tenants that the chain says are erased, each with its first block that does. */
export async function findErasedTenants<S>(db: Db<S>): Promise<ReadonlyMap<string, ErasedTenant>> {
  const { rows } = await sql<{ number: number; rows: string }>`
    select number, rows from chain_blocks where 'erasure_id' = any (columns)
    order by number`.execute(db)
  const erased = new Map<string, ErasedTenant>()
  for (const { number, rows: named } of rows)
    for (const { tenantId } of readRows(named) ?? [])
      if (tenantId !== null && !erased.has(tenantId)) erased.set(tenantId, { number, missing: 0 })
  return erased
}
