import { isIdKey } from '@countersign/service-kit/cursor'
import { defaultLimit, toPage, type Page } from '@countersign/service-kit/page'
import { isTimeKey } from '@countersign/service-kit/sort'
import type { UserCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import type { InboxItemRow, Part } from '../inbox-queries.ts'
import type { InboxQuery, TaskListItem } from '../schema.ts'
import { searchByDue, searchInbox, type InboxFilter } from './search-inbox.ts'
import { seenInLine, toTaskListItem } from '../views.ts'

/** A page of one of the caller's boxes: newest or oldest first, or what is to do by when it is due. */
export async function readInbox(
  { db, now, processes }: Pick<Deps, 'db' | 'now' | 'processes'>,
  { tenantId, userId }: UserCaller,
  query: InboxQuery,
): Promise<Page<TaskListItem>> {
  const { limit = defaultLimit, box = 'todo', cursor, overdue, order, ...filter } = query
  const asked = {
    ...filter,
    ...(overdue === true ? { dueBefore: now() } : {}),
    userId,
    box,
    limit: limit + 1,
  }
  const page = await (async () => {
    if (order === 'due' && box === 'todo') {
      const rows = await searchByDue(db, tenantId, { ...asked, ...after(cursor, isDueKey) })
      return toPage(rows, limit, dueKey)
    }
    const isOldestFirst = order === 'oldest'
    const begins = after(cursor, isOldestFirst ? isOldKey : isBoxKey)
    const rows = await searchInbox(db, tenantId, { ...asked, ...begins, isOldestFirst })
    return toPage(rows, limit, isOldestFirst ? oldKey : boxKey)
  })()
  const items = page.items.map(async (row) =>
    toTaskListItem(row, await seenInLine({ processes }, row, userId), userId),
  )
  return { ...page, items: await Promise.all(items) }
}

/** Where a page ends: when its last task came into the box, and which it is. */
type BoxKey = readonly [at: string, taskId: string]
/** Where one ends that begins with the oldest. */
type OldKey = readonly [...BoxKey, order: 'oldest']
/** Where one by due time ends: when that is, or when it came where it has none. */
type DueKey = readonly [...BoxKey, part: Part]

const boxKey = ({ boxAt, id }: InboxItemRow): BoxKey => [boxAt.toISOString(), id]
const dueKey = ({ boxAt, boxDueAt, id }: InboxItemRow): DueKey =>
  boxDueAt === null ? [boxAt.toISOString(), id, 'undated'] : [boxDueAt.toISOString(), id, 'dated']

const oldKey = (row: InboxItemRow): OldKey => [...boxKey(row), 'oldest']

const isOldKey = (key: unknown): key is OldKey =>
  Array.isArray(key) && isBoxKey(key.slice(0, 2)) && key[2] === 'oldest'
const isBoxKey = (key: unknown): key is BoxKey =>
  Array.isArray(key) && key.length === 2 && isTimeKey(key[0]) && isIdKey(key[1])
const isDueKey = (key: unknown): key is DueKey =>
  Array.isArray(key) && isBoxKey(key.slice(0, 2)) && (key[2] === 'dated' || key[2] === 'undated')

function after(
  cursor: string | undefined,
  isKey: (key: unknown) => key is BoxKey | OldKey | DueKey,
): Pick<InboxFilter, 'after' | 'part'> {
  const last = readCursor(cursor, isKey)
  if (last === undefined) return {}
  const [at, taskId, part] = last
  return {
    after: { at: new Date(at), taskId },
    ...(part === undefined || part === 'oldest' ? {} : { part }),
  }
}
