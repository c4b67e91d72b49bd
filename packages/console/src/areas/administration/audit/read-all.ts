import { lists, readPage, sourceOf, type Entry, type List } from './entries.ts'
import type { Source } from './permissions.ts'
import type { AuditFilter } from './search.ts'

/** Longer exports are cut: who needs more names a shorter period. */
const MOST_ROWS = 20_000
const pageSize = 200

/** Everything that is filtered, newest first, and whether there was more than fits. */
export async function readAll(
  filter: AuditFilter,
  asked: readonly Source[],
): Promise<{ readonly rows: readonly Entry[]; readonly isCut: boolean }> {
  const all = await Promise.all(
    lists.filter((list) => asked.includes(sourceOf(list))).map((list) => readList(list, filter)),
  )
  const rows = all.flat().toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
  return { rows: rows.slice(0, MOST_ROWS), isCut: rows.length > MOST_ROWS }
}

/** One more than fits, so that whoever asks knows that there is more. */
async function readList(list: List, filter: AuditFilter): Promise<readonly Entry[]> {
  const rows: Entry[] = []
  let cursor: string | null = ''
  while (cursor !== null && rows.length <= MOST_ROWS) {
    const page = await readPage[list]({ filter, cursor, limit: pageSize })
    rows.push(...page.items)
    cursor = page.nextCursor
  }
  return rows
}
