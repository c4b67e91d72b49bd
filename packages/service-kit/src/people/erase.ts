import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import {
  deleteRows,
  emptyRows,
  eraseInLog,
  findMentions,
  listKey,
  lockRows,
  saveErasure,
  takeErasure,
  writeNames,
  type LocalErasure,
} from './erase-queries.ts'
import { DIRECTORY_KEPT_MS } from '../network/directory-client.ts'
import {
  idColumnsOf,
  personalColumnsOf,
  withoutNames,
  type PersonalData,
  type PersonalTable,
} from './personal-data.ts'

export interface EraseOptions {
  readonly data: PersonalData
  /** Rows of a table that one transaction looks at. */
  readonly atOnce?: number
  /** How long after it was begun a pass may still find a name that came back; a minute unless told. */
  readonly settleMs?: number
}

// Longer than any process keeps what iam said of people, and than what it decided on that takes to be written.
const SETTLE_MS = DIRECTORY_KEPT_MS + 50_000

/**
 * One step of the erasure of a person: a page of one table, in a transaction that also says where the
 * next begins, so any process goes on after another was killed. Rows are locked before they are
 * rewritten. What was decided meanwhile on what was read before may bring a name back, and a process may have kept
 * the name: so a pass that changed something, or that began too early to see what such a process wrote, is followed by another.
 *
 * Kept by: services/bpm/src/features/erasures/erasures.test.ts "is not done before a name that a process has kept cannot come back"
 *
 * @returns false when it is done, or is to be gone on with later, or by the process that is at it.
 */
export function eraseStep<S>(db: Kysely<S>, id: string, options: EraseOptions): Promise<boolean> {
  const { data, atOnce = 500, settleMs = SETTLE_MS } = options
  const tables = Object.entries(data).filter(([, { erasure }]) => erasure !== 'nothing')
  return inTransaction(db, async (tx) => {
    const erasure = await takeErasure(tx, id)
    if (erasure === undefined) return false
    const { position, nowMs } = erasure
    const { sinceMs = nowMs, passMs = nowMs } = position
    const next = tables[position.table]
    if (next === undefined) {
      const isClean = position.changed === 0
      const done = isClean && passMs - sinceMs >= settleMs
      const first = { table: 0, after: null, changed: 0, sinceMs }
      await saveErasure(tx, id, { position: first, counts: erasure.counts, done })
      return !isClean || (!done && nowMs - sinceMs >= settleMs)
    }
    const [name, table] = next
    const { changed, kept, last } =
      table.erasure === 'names'
        ? await renameIn(tx, name, table, { erasure, atOnce })
        : await takeTheirs(tx, name, table, erasure)
    const counts = { ...erasure.counts }
    if (changed > 0) counts[name] = (counts[name] ?? 0) + changed
    if (table.erasedBy !== undefined) {
      const before = position.after === null ? 0 : (counts[`${name}_kept`] ?? 0)
      counts[`${name}_kept`] = before + kept
    }
    const after = { table: position.table + (last === null ? 1 : 0), after: last }
    const changedSoFar = position.changed + changed
    await saveErasure(tx, id, {
      position: { ...after, changed: changedSoFar, sinceMs, passMs },
      counts,
      done: false,
    })
    return true
  })
}

interface Step {
  readonly changed: number
  readonly kept: number
  /** The key after which the next page begins; null at the end of the table. */
  readonly last: readonly string[] | null
}

async function takeTheirs<S>(
  tx: Transaction<S>,
  name: string,
  table: PersonalTable,
  { userId }: LocalErasure,
): Promise<Step> {
  let changed = 0
  const id = `${table.prefix ?? ''}${userId}`
  for (const by of idColumnsOf(table))
    changed +=
      table.erasure === 'rows'
        ? await deleteRows(tx, name, by, id)
        : await emptyRows(tx, name, { by, columns: personalColumnsOf(table) }, id)
  return { changed, kept: 0, last: null }
}

async function renameIn<S>(
  tx: Transaction<S>,
  name: string,
  table: PersonalTable,
  { erasure, atOnce }: { readonly erasure: LocalErasure; readonly atOnce: number },
): Promise<Step> {
  const { userId, pseudonym, position } = erasure
  const key = await listKey(tx, name)
  const page = { table: name, key, after: position.after, limit: atOnce, userId }
  const { last, keys } = await findMentions(tx, page)
  if (keys.length === 0) return { changed: 0, kept: 0, last }
  if (table.erasedBy !== undefined)
    return { ...(await eraseInLog(tx, table.erasedBy, erasure.id, keys)), last }
  let changed = 0
  for (const row of await lockRows(tx, name, key, keys)) {
    const renamed = withoutNames(table, row, userId, pseudonym)
    if (Object.keys(renamed).length === 0) continue
    await writeNames(tx, name, table, key, { ...row, ...renamed })
    changed += 1
  }
  return { changed, kept: 0, last }
}
