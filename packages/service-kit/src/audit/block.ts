import { createHash } from 'node:crypto'
import { contentHash } from '../database/content-hash.ts'

/*
 * A hash chain of blocks. A block names rows of a log that were committed, each with its SHA-256, and
 * the hash of the block before it. So who verifies names the row that was changed or removed, and
 * whoever changes a block has to change all after it.
 */

export interface Block {
  readonly chain: string
  /** From 1, without a gap. */
  readonly number: number
  /** Of the block before, hexadecimal; null in the first. */
  readonly previousHash: string | null
  /** The columns of the log that were hashed: a later one does not change the hash of a row. */
  readonly columns: readonly string[]
  /** A line for each row, see {@link readRows}. */
  readonly rows: string
  readonly rowCount: number
  /** Rows of this block and all before it. */
  readonly rowTotal: number
  /** Which transactions are in this block or one before it (`pg_snapshot`); null: more are to be found. */
  readonly position: string | null
  readonly madeAt: Date
}

/** SHA-256, hexadecimal, of the canonical JSON (RFC 8785) of the block, its lines by their hash. */
export const hashOfBlock = ({ rows, madeAt, ...header }: Block): string =>
  contentHash({
    ...header,
    rows: createHash('sha256').update(rows).digest('hex'),
    madeAt: madeAt.toISOString(),
  }).toString('hex')

/** A row as a block names it. */
export interface NamedRow {
  readonly tenantId: string | null
  readonly key: string
  readonly hash: string
}

const LINE = /^(-|[0-9a-f-]{36}) (\S+) ([A-Za-z0-9+/]{43}=)$/

/**
 * The rows that a block names: `<tenant or -> <key> <SHA-256, base64>` in each line. The hash is of
 * PostgreSQL's own text of the row as `jsonb`, times in UTC.
 *
 * @returns undefined when a line is none.
 */
export function readRows(text: string): NamedRow[] | undefined {
  if (text === '') return []
  const rows: NamedRow[] = []
  for (const line of text.split('\n')) {
    const [, tenant, key, hash] = LINE.exec(line) ?? []
    if (tenant === undefined || key === undefined || hash === undefined) return undefined
    rows.push({ tenantId: tenant === '-' ? null : tenant, key, hash })
  }
  return rows
}

/** The hash of a row by its text. */
export const hashOfRow = (text: string): string =>
  createHash('sha256').update(text).digest('base64')
