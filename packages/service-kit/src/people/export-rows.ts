import { sql, type Kysely, type RawBuilder } from 'kysely'
import { CommandFault } from '../process/command-line.ts'
import { listKey } from './erase-queries.ts'

const ROWS_AT_ONCE = 500

/** A table that is exported: which rows of it, as a condition on `t`, and what of each. */
export interface ExportedTable {
  readonly name: string
  readonly rows: RawBuilder<unknown>
  readonly show: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

export interface PageOptions {
  /** The cursor of a line: goes on behind it. */
  readonly after?: string | undefined
  readonly atOnce?: number | undefined
}

/** A row, and from where to go on behind it. */
export interface ExportedRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
  readonly cursor: string
}

/** At the end: how many rows there were of each table. */
export interface ExportEnd {
  readonly end: true
  readonly counts: Readonly<Record<string, number>>
}

export type ExportLine = ExportedRow | ExportEnd

/**
 * Rows of tables, one table after the other, each by its primary key. Keeps a page in memory; who is cut off
 * goes on by the cursor of the last line.
 *
 * @throws CommandFault at once, for a cursor that is of no line of this.
 */
export function exportRows<S>(
  db: Kysely<S>,
  tables: readonly ExportedTable[],
  { after, atOnce = ROWS_AT_ONCE }: PageOptions,
): AsyncGenerator<ExportLine> {
  const from = after === undefined ? undefined : readCursor(after)
  const start = from === undefined ? 0 : tables.findIndex(({ name }) => name === from.table)
  if (start < 0) throw new CommandFault('--after is the cursor of another export')
  return listRows(db, tables.slice(start), { from, atOnce })
}

async function* listRows<S>(
  db: Kysely<S>,
  tables: readonly ExportedTable[],
  { from, atOnce }: { readonly from: Cursor | undefined; readonly atOnce: number },
): AsyncGenerator<ExportLine> {
  const counts: Record<string, number> = {}
  for (const { name, rows, show } of tables) {
    let last = name === from?.table ? from.key : undefined
    const key = await listKey(db, name)
    for (;;) {
      const page = await listPage(db, { name, rows, key }, { last, atOnce })
      for (const { row, at } of page) {
        counts[name] = (counts[name] ?? 0) + 1
        last = at
        yield { table: name, row: show(row), cursor: writeCursor({ table: name, key: at }) }
      }
      if (page.length < atOnce) break
    }
  }
  yield { end: true, counts }
}

interface Cursor {
  readonly table: string
  readonly key: readonly string[]
}

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
function readCursor(text: string): Cursor {
  const { table, key } = parse(Buffer.from(text, 'base64url').toString())
  if (typeof table !== 'string' || !Array.isArray(key))
    throw new CommandFault('--after is no cursor of a line')
  return { table, key: key.map(String) }
}

function parse(json: string): Partial<Cursor> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

async function listPage<S>(
  db: Kysely<S>,
  table: Pick<ExportedTable, 'name' | 'rows'> & { readonly key: readonly string[] },
  { last, atOnce }: { readonly last: readonly string[] | undefined; readonly atOnce: number },
): Promise<{ row: Record<string, unknown>; at: string[] }[]> {
  const names = sql.join(table.key.map((column) => sql`t.${sql.ref(column)}`))
  const at = sql`array[${sql.join(table.key.map((column) => sql`t.${sql.ref(column)}::text`))}]`
  const behind =
    last === undefined
      ? sql`true`
      : sql`(${names}) > (${sql.join(last.map((each) => sql`${each}`))})`
  const { rows } = await sql<{ row: Record<string, unknown>; at: string[] }>`
    select to_jsonb(t) as row, ${at} as at from ${sql.table(table.name)} as t
    where ${table.rows} and ${behind}
    order by ${names} limit ${atOnce}`.execute(db)
  return rows
}
