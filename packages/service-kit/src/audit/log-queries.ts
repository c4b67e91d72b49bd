import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import type { ChainedLog } from './logs.ts'

/** The columns that a block hashes, in the order of their names: of erasable ones the commitment. */
export async function listColumns<S>(
  db: Db<S>,
  { table, erasable }: Pick<ChainedLog, 'table' | 'erasable'>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attname`.execute(db)
  const beside = new Set(['erased', ...Object.keys(erasable).map(saltOf)])
  const names = rows.map(({ name }) => name).filter((name) => !beside.has(name))
  return names.map((name) => (name in erasable ? `${COMMITTED}${name}` : name))
}

const COMMITTED = 'commitment of '
const saltOf = (column: string) => `${column}_salt`

/** The key of a row of the log `r` as a block names it. */
export const keyOf = ({ key }: ChainedLog): RawBuilder<string> =>
  sql.join(
    key.map(({ column }) => sql`r.${sql.ref(column)}::text`),
    sql` || '/' || `,
  )

export const tenantOf = sql<string>`coalesce(r.tenant_id::text, '-')`

/** The text of a row of the log `r` that is hashed. */
export const textOf = (
  log: ChainedLog,
  columns: readonly string[],
): RawBuilder<string> => sql<string>`(
  select to_jsonb(said)::text from (select ${sql.join(columns.map((name) => valueOf(log, name)))}) as said
)`

/**
 * A column, or the commitment to one: SHA-256 over its salt, `/`, and the column as text. What was erased
 * left its commitment in the row, which holds as long as nothing but the substitute is there.
 */
function valueOf({ erasable }: ChainedLog, said: string): RawBuilder<unknown> {
  if (!said.startsWith(COMMITTED)) return sql`r.${sql.ref(said)}`
  const name = said.slice(COMMITTED.length)
  const substitute = sql.raw(erasable[name] ?? 'null')
  const column = sql`r.${sql.ref(name)}`
  const [key, as] = [sql.lit(name), sql.ref(said)]
  return sql`case
    when r.erased ? ${key} then
      case when ${column} is not distinct from ${substitute} then r.erased ->> ${key} else 'other' end
    else encode(sha256(convert_to(coalesce(r.${sql.ref(saltOf(name))}::text, '') || '/' || ${column}::text, 'UTF8')), 'base64')
  end as ${as}`
}

/** Rows that a block is to name. */
export interface FoundRows {
  readonly rows: string
  readonly count: number
  /** The last transaction of which rows were found. */
  readonly last: string | null
  /** What was over when they were looked for. */
  readonly now: string
}

const summary = (
  log: ChainedLog,
  columns: readonly string[],
  found: RawBuilder<unknown>,
) => sql<FoundRows>`
  with r as materialized (${found})
  select count(*)::int as count, max(r.changed::text::bigint)::text as last,
    coalesce(string_agg(
      ${tenantOf} || ' ' || ${keyOf(log)} || ' '
        || encode(sha256(convert_to(${textOf(log, columns)}, 'UTF8')), 'base64'),
      E'\n' order by r.changed, ${keyOf(log)} collate "C"), '') as rows,
    pg_current_snapshot()::text as now
  from r`

/**
 * Rows of transactions that were not over at a position and are now, in the order in which these
 * began to write: some of the first, whole transactions.
 */
export async function findNewRows<S>(
  db: Db<S>,
  log: ChainedLog,
  columns: readonly string[],
  since: { readonly position: string; readonly limit: number },
): Promise<FoundRows> {
  // In the order of the index, so that it ends where the block is full: with what a plan for any
  // position assumes, it would read and sort the table.
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_sort', 'off', true)`.execute(db)
  const found = sql`
    select r.* from ${sql.table(log.table)} as r
    where r.changed >= pg_snapshot_xmin(${since.position}::pg_snapshot)
      and not pg_visible_in_snapshot(r.changed, ${since.position}::pg_snapshot)
      and pg_visible_in_snapshot(r.changed, pg_current_snapshot())
    order by r.changed fetch first ${sql.lit(since.limit)} rows with ties`
  return only(await summary(log, columns, found).execute(db))
}

/**
 * Rows that no block names, whatever their transaction: those from before the chain, and, after the
 * database was restored elsewhere, where transactions are counted anew. Reads all blocks.
 */
export async function findRowsOutside<S>(
  db: Db<S>,
  log: ChainedLog,
  columns: readonly string[],
  limit: number,
): Promise<FoundRows> {
  const found = sql`
    select r.* from ${outside(log)} order by ${keyOf(log)} collate "C" limit ${limit}`
  return only(await summary(log, columns, found).execute(db))
}

/** `from` and `where` for rows of the log `r` that no block names. */
export const outside = (log: ChainedLog): RawBuilder<unknown> => sql`
  ${sql.table(log.table)} as r
  where not exists (
    select from (
      select split_part(line, ' ', 1) as tenant, split_part(line, ' ', 2) as key
      from chain_blocks cross join lateral string_to_table(chain_blocks.rows, E'\n') as line
    ) as named
    where named.tenant = ${tenantOf} and named.key = ${keyOf(log)}
  )`

function only<T>({ rows: [row] }: { readonly rows: readonly T[] }): T {
  if (row === undefined) throw new Error('an aggregate answers one row')
  return row
}
