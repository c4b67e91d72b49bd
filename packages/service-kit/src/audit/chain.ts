import { sql, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import { hashOfBlock, type Block } from './block.ts'
import { findLastBlock, insertBlock, type StoredBlock } from './block-queries.ts'
import { findNewRows, findRowsOutside, listColumns, type FoundRows } from './log-queries.ts'
import type { ChainedLog } from './logs.ts'
import { goOn, readSnapshot, writeSnapshot } from './snapshot.ts'

/*
 * The hash chain beside a log that is written by many at once. Writers pay nothing for it: what they
 * have committed is taken into a block every few seconds, by one process at a time.
 *
 * Numbers of rows and times do not tell what is new: a long transaction commits late what has a small
 * number. Transactions do, by the snapshot up to which rows are in blocks.
 *
 * Kept by: services/iam/src/features/audit/chain.test.ts "takes in what is committed late, once"
 * Kept by: services/iam/src/features/audit/chain.test.ts "goes on wherever a process died"
 */

export interface ChainOptions {
  readonly log: ChainedLog
  readonly now: () => Date
  /** Most rows of a block, but for those of one transaction. */
  readonly atOnce?: number
  /** Most rows of a block when all blocks have to be read to find them. */
  readonly outsideAtOnce?: number
  /** How long a process that stands still keeps others waiting. */
  readonly leaseMs?: number
}

/**
 * Takes into one block what was committed since the last, unless another process is at it.
 *
 * @returns how many rows it took when there are more, 0 when nothing is left for now.
 */
export function extendChain<S>(db: Kysely<S>, options: ChainOptions): Promise<number> {
  const { log, now, atOnce = 1_000, outsideAtOnce = 20_000, leaseMs = 15_000 } = options
  return inTransaction(db, async (tx) => {
    if (!(await takeTurn(tx, leaseMs))) return 0
    const last = await findLastBlock(tx, log)
    const columns = await listColumns(tx, log)
    const from = await readPosition(tx, last)
    const limit = from === undefined ? outsideAtOnce : atOnce
    const found =
      from === undefined
        ? await findRowsOutside(tx, log, columns, limit)
        : await findNewRows(tx, log, columns, { position: from, limit })
    // A chain begins with a block, even without rows: its end can be anchored.
    if (found.count === 0 && from !== undefined) return 0
    const more = found.count >= limit
    const position = more ? halfWay(from, found) : found.now
    await insertBlock(tx, next(last, { log, columns, found, position, madeAt: now() }))
    return more ? found.count : 0
  })
}

// The lock ends with the transaction, and PostgreSQL ends that of a process that stands still. The
// text of a time is that of UTC.
async function takeTurn<S>(tx: Transaction<S>, leaseMs: number): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select set_config('TimeZone', 'UTC', true),
      set_config('idle_in_transaction_session_timeout', ${String(leaseMs)}, true),
      pg_try_advisory_xact_lock(8936, 2) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

/** Undefined where the position of the last block tells nothing about the transactions of this server. */
async function readPosition<S>(
  tx: Transaction<S>,
  last: StoredBlock | undefined,
): Promise<string | undefined> {
  if (last === undefined || last.position === null) return undefined
  const { rows } = await sql<{ isBehind: boolean }>`
    select pg_snapshot_xmax(${last.position}::pg_snapshot)
      > pg_snapshot_xmax(pg_current_snapshot()) as "isBehind"`.execute(tx)
  return rows[0]?.isBehind === true ? undefined : last.position
}

function halfWay(from: string | undefined, { now, last }: FoundRows): string | null {
  if (from === undefined || last === null) return null
  return writeSnapshot(goOn(readSnapshot(from), readSnapshot(now), BigInt(last)))
}

interface Made {
  readonly log: ChainedLog
  readonly columns: readonly string[]
  readonly found: FoundRows
  readonly position: string | null
  readonly madeAt: Date
}

function next(last: StoredBlock | undefined, made: Made): StoredBlock {
  const { log, columns, found, position, madeAt } = made
  const block: Block = {
    chain: log.chain,
    number: (last?.number ?? 0) + 1,
    previousHash: last?.hash ?? null,
    columns,
    rows: found.rows,
    rowCount: found.count,
    rowTotal: (last?.rowTotal ?? 0) + found.count,
    position,
    madeAt,
  }
  return { ...block, hash: hashOfBlock(block) }
}
