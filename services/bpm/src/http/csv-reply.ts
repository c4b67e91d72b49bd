import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '../core/csv.ts'

/** How a list becomes a file: a name and a value for each column. */
export type CsvColumns<Row> = readonly (readonly [name: string, value: (row: Row) => CsvCell])[]

/** The response schema of a route that answers with a file. */
export const CsvContent = {
  description: 'CSV of RFC 4180 in UTF-8, with a byte order mark, for Excel. Times are UTC.',
  content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } },
}

/**
 * Answers with a file that is written while it is read. `pages` gives rows as it is asked; where it
 * fails the connection breaks off, so that half a file is not taken for a whole one.
 */
export function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: CsvColumns<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(toText(columns, pages), { objectMode: false }))
}

async function* toText<Row>(
  columns: CsvColumns<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([name]) => name))
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('')
  }
}

/** Rows of one page, which is also what is in memory of a list at a time. */
const PAGE_ROWS = 500
/** Longer lists are cut: who needs more narrows the filter. */
export const MOST_CSV_ROWS = 100_000

/** Page after page of a list that is read by its last row, until it ends or is long enough. */
export async function* pagesOf<Row>(
  read: (limit: number, last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (let count = 0; count < MOST_CSV_ROWS; count += PAGE_ROWS) {
    const rows = await read(PAGE_ROWS, last)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS) return
    last = rows.at(-1)
  }
}
