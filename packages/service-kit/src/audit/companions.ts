// A chain names rows of other tables, too, each in a block of its own: what was done to the rows of the log or beside
// it. Such a block is hashed and anchored like all others.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { hashOfBlock, hashOfRow, type Block } from './block.ts'
import { findLastBlock, insertBlock } from './block-queries.ts'
import { keyOf, tenantOf, textOf } from './log-queries.ts'
import type { ChainedLog } from './logs.ts'

type Chain = Pick<ChainedLog, 'chain'>

/** Tenants that are erased, in each service with a chain of blocks. */
export const erasureLogOf = ({ chain }: Chain): ChainedLog => ({
  chain,
  table: 'tenant_erasures',
  key: [{ column: 'erasure_id', type: 'uuid' }],
  byTenant: true,
  at: 'asked_at',
  erasable: {},
})

/** What went by age, in a service whose log has no place for it. */
export const removalLogOf = ({ chain }: Chain): ChainedLog => ({
  chain,
  table: 'retention_removals',
  key: [{ column: 'removal_id', type: 'uuid' }],
  byTenant: true,
  at: 'removed_at',
  erasable: {},
})

/** Who took out what the service has of somebody, in a service whose log has no place for it. */
export const exportLogOf = ({ chain }: Chain): ChainedLog => ({
  chain,
  table: 'data_exports',
  key: [{ column: 'entry_id', type: 'uuid' }],
  byTenant: true,
  at: 'recorded_at',
  erasable: {},
})

/** The other table whose rows a block names, told by its key: no log has such a column. */
export const companionOf = (
  { columns }: Pick<Block, 'columns'>,
  chain: Chain,
): ChainedLog | undefined =>
  [erasureLogOf(chain), removalLogOf(chain), exportLogOf(chain)].find(({ key }) =>
    key.every(({ column }) => columns.includes(column)),
  )

/** Names rows of a companion in the chain. To be called in the transaction that writes them, after they say so. */
export async function chainRows<S>(
  tx: Db<S>,
  log: ChainedLog,
  {
    columns,
    where,
    madeAt,
  }: { columns: readonly string[]; where: RawBuilder<unknown>; madeAt: Date },
): Promise<void> {
  // Whoever extends the chain takes turns by this lock, and does not wait for it.
  await sql`select set_config('TimeZone', 'UTC', true), pg_advisory_xact_lock(8936, 2)`.execute(tx)
  const { rows } = await sql<{ tenant: string; key: string; text: string }>`
    select ${tenantOf} as tenant, ${keyOf(log)} as key, ${textOf(log, columns)} as text
    from ${sql.table(log.table)} as r where ${where}`.execute(tx)
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
