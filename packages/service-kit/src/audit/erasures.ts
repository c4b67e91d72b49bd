// Rows that went with a tenant are missing from the log that a chain names. The chain says so itself: a block of its own
// names the erasure when it begins and when it has ended, and is hashed and anchored like all others.
//
// Kept by: services/iam/src/features/tenants/erase.test.ts "misses nothing of a tenant whose erasure is in the chain"
// Kept by: services/iam/src/features/tenants/erase.test.ts "misses rows of a tenant whose erasure is not in the chain, whatever a table says"
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { hashOfBlock, hashOfRow, readRows, type Block } from './block.ts'
import { findLastBlock, insertBlock } from './block-queries.ts'
import { keyOf, tenantOf, textOf } from './log-queries.ts'
import type { ChainedLog } from './logs.ts'

/** What blocks of erasures name: rows of a table that is there in each service which has a chain of blocks. */
export const erasureLogOf = ({ chain }: Pick<ChainedLog, 'chain'>): ChainedLog => ({
  chain,
  table: 'tenant_erasures',
  key: [{ column: 'erasure_id', type: 'uuid' }],
  byTenant: true,
  at: 'asked_at',
  erasable: {},
})

/** Whether a block names an erasure; the logs themselves have no such column. */
export const isOfErasure = ({ columns }: Pick<Block, 'columns'>): boolean =>
  columns.includes('erasure_id')

const begunColumns = ['asked_at', 'asked_by', 'begun_at', 'due_at', 'erasure_id', 'tenant_id']
const columnsOf = {
  begun: begunColumns,
  ended: [...begunColumns, 'counts', 'ended_at'].toSorted(),
} as const

/** Names an erasure in the chain. To be called in the transaction that begins or ends it, after the row says so. */
export async function chainErasure<S>(
  tx: Db<S>,
  chained: Pick<ChainedLog, 'chain'>,
  tenantId: string,
  what: keyof typeof columnsOf,
  madeAt: Date,
): Promise<void> {
  // Whoever extends the chain takes turns by this lock, and does not wait for it.
  await sql`select set_config('TimeZone', 'UTC', true), pg_advisory_xact_lock(8936, 2)`.execute(tx)
  const log = erasureLogOf(chained)
  const columns = columnsOf[what]
  const { rows } = await sql<{ tenant: string; key: string; text: string }>`
    select ${tenantOf} as tenant, ${keyOf(log)} as key, ${textOf(log, columns)} as text
    from tenant_erasures as r where r.tenant_id = ${tenantId} and r.cancelled_at is null`.execute(
    tx,
  )
  const last = await findLastBlock(tx, log)
  const block: Block = {
    chain: log.chain,
    number: (last?.number ?? 0) + 1,
    previousHash: last?.hash ?? null,
    columns,
    rows: rows.map(({ tenant, key, text }) => `${tenant} ${key} ${hashOfRow(text)}`).join('\n'),
    rowCount: rows.length,
    rowTotal: (last?.rowTotal ?? 0) + rows.length,
    // It took nothing of the log.
    position: last?.position ?? null,
    madeAt,
  }
  await insertBlock(tx, { ...block, hash: hashOfBlock(block) })
}

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
