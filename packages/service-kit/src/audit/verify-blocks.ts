import type { Db } from '../database/db.ts'
import { hashOfBlock } from './block.ts'
import { listBlocks, type StoredBlock } from './block-queries.ts'
import { companionOf } from './companions.ts'
import { findErasedTenants, type ErasedTenant } from './erasures.ts'
import type { Findings } from './findings.ts'
import type { ChainedLog } from './logs.ts'
import { noTime, widen, type Span } from './verify-anchored.ts'
import { checkOutside } from './verify-outside.ts'
import { checkRows } from './verify-rows.ts'

const BLOCKS_AT_ONCE = 20
// After a full block there are more rows, which may be as old as those that it took.
const FULL = 1_000

/** What of a chain is compared with anchored heads. */
export interface WalkedChain {
  /** Number and rows so far of the last block. */
  readonly last: { readonly number: number; readonly rows: number }
  /** Hashes of the blocks that were asked for. */
  readonly hashes: ReadonlyMap<number, string>
  /** Of the rows that were there when it began. */
  readonly whole: Span
  /** Of what is after the last block that was asked for. */
  readonly behind: Span
}

/**
 * Walks a chain from its first block to its last and past what does not hold, and compares each row
 * that it names. To be called in one transaction that reads at one moment, with times in UTC.
 *
 * @param wanted Numbers of blocks whose hash is to be answered.
 */
export async function verifyBlocks<S>(
  db: Db<S>,
  log: ChainedLog,
  wanted: ReadonlySet<number>,
  findings: Findings,
): Promise<WalkedChain> {
  const hashes = new Map<number, string>()
  const furthest = Math.max(0, ...wanted)
  const erased = await findErasedTenants(db)
  let [whole, behind] = [noTime, noTime]
  let passed: number | undefined
  let last: StoredBlock | undefined
  for (;;) {
    const blocks = await listBlocks(db, log, last?.number ?? 0, BLOCKS_AT_ONCE)
    if (blocks.length === 0) break
    for (const block of blocks) {
      checkBlock(last, block, findings)
      const companion = companionOf(block, log)
      const rowTimes = companion
        ? await checkRows(db, companion, block, noErasures, findings)
        : await checkRows(db, log, block, { passed, erased }, findings)
      // A companion tells of times that the log has nothing to do with.
      const times = [block.madeAt.getTime(), ...(companion ? [] : rowTimes)]
      if (passed === undefined) whole = widen(whole, times)
      if (block.number > furthest) behind = widen(behind, times)
      if (wanted.has(block.number)) hashes.set(block.number, block.hash)
      if (block.position !== null && block.rowCount < FULL && !companion)
        passed = block.madeAt.getTime()
      last = block
    }
  }
  await checkOutside(db, log, last, findings)
  tellErased(erased, findings)
  const { number = 0, rowTotal: rows = 0 } = last ?? {}
  return { last: { number, rows }, hashes, whole, behind }
}

const noErasures = { passed: undefined, erased: new Map<string, ErasedTenant>() }

// Whoever holds the database can have erased whom they liked, but not without its being on record.
function tellErased(erased: ReadonlyMap<string, ErasedTenant>, findings: Findings): void {
  for (const [tenantId, { number, missing }] of erased)
    findings.note(
      `tenant ${tenantId} was erased, says block ${number}: ${missing} of its rows are not there`,
    )
}

function checkBlock(last: StoredBlock | undefined, block: StoredBlock, findings: Findings): void {
  const { number, previousHash, hash: stored, ...rest } = block
  const expected = (last?.number ?? 0) + 1
  if (number !== expected)
    findings.fault({
      kind: 'block_missing',
      number: expected,
      text: `${expected === number - 1 ? `block ${expected} is` : `blocks ${expected} to ${number - 1} are`} not there`,
    })
  if (hashOfBlock({ number, previousHash, ...rest }) !== stored)
    return findings.fault({
      kind: 'block_changed',
      number,
      text: `block ${number} is not what its hash was made of`,
    })
  const total = (last?.rowTotal ?? 0) + block.rowCount
  if (number === expected && (previousHash !== (last?.hash ?? null) || block.rowTotal !== total))
    findings.fault({
      kind: 'chain_broken',
      number,
      text: `block ${number} does not continue block ${number - 1}: one of the two was written anew`,
    })
}
