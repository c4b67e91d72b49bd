import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Block } from './block.ts'
import type { ChainedLog } from './logs.ts'

/** A block with the hash that is on record for it. */
export type StoredBlock = Block & { readonly hash: string }

const blockColumns = sql`number, encode(previous_hash, 'hex') as "previousHash", columns, rows,
  row_count as "rowCount", row_total as "rowTotal", position, made_at as "madeAt",
  encode(hash, 'hex') as hash`

export async function findLastBlock<S>(
  db: Db<S>,
  { chain }: Pick<ChainedLog, 'chain'>,
): Promise<StoredBlock | undefined> {
  const { rows } = await sql<Omit<StoredBlock, 'chain'>>`
    select ${blockColumns} from chain_blocks order by number desc limit 1`.execute(db)
  return rows[0] === undefined ? undefined : { chain, ...rows[0] }
}

/** Blocks after a number, in their order. */
export async function listBlocks<S>(
  db: Db<S>,
  { chain }: Pick<ChainedLog, 'chain'>,
  after: number,
  limit: number,
): Promise<StoredBlock[]> {
  const { rows } = await sql<Omit<StoredBlock, 'chain'>>`
    select ${blockColumns} from chain_blocks where number > ${after}
    order by number limit ${limit}`.execute(db)
  return rows.map((row) => ({ chain, ...row }))
}

/** @throws a violation of a constraint when the block does not follow the last one. */
export async function insertBlock<S>(db: Db<S>, block: StoredBlock): Promise<void> {
  await sql`
    insert into chain_blocks
      (number, previous_hash, columns, rows, row_count, row_total, position, made_at, hash)
    values (${block.number}, decode(${block.previousHash}, 'hex'), ${block.columns}::text[],
      ${block.rows}, ${block.rowCount}, ${block.rowTotal}, ${block.position}::pg_snapshot,
      ${block.madeAt}, decode(${block.hash}, 'hex'))`.execute(db)
}
