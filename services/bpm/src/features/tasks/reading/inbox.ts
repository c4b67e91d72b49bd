import { isIdKey } from '@countersign/service-kit/cursor'
import { defaultLimit, toPage, type Page } from '@countersign/service-kit/page'
import type { UserCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import { searchInbox } from './search-inbox.ts'
import type { InboxQuery, TaskListItem } from '../schema.ts'
import { seenInLine, toTaskListItem } from '../views.ts'

/** A page of one of the caller's boxes, newest first. */
export async function readInbox(
  { db, now, processes }: Pick<Deps, 'db' | 'now' | 'processes'>,
  { tenantId, userId }: UserCaller,
  query: InboxQuery,
): Promise<Page<TaskListItem>> {
  const { limit = defaultLimit, box = 'todo', cursor, overdue, ...filter } = query
  const last = readCursor(cursor, isBoxKey)
  const rows = await searchInbox(db, tenantId, {
    ...filter,
    ...(last === undefined ? {} : { before: { at: new Date(last[0]), taskId: last[1] } }),
    ...(overdue === true ? { dueBefore: now() } : {}),
    userId,
    box,
    limit: limit + 1,
  })
  const page = toPage(rows, limit, ({ boxAt, id }) => [boxAt.toISOString(), id])
  const items = page.items.map(async (row) =>
    toTaskListItem(row, await seenInLine({ processes }, row, userId), userId),
  )
  return { ...page, items: await Promise.all(items) }
}

/** Where a page ends: when its last task came into the box, and which it is. */
const isBoxKey = (key: unknown): key is readonly [at: string, taskId: string] =>
  Array.isArray(key) && isOurTime(key[0]) && isIdKey(key[1])

// Only as we write it: dates beyond four digits of the year are none to the database.
function isOurTime(text: unknown): boolean {
  if (typeof text !== 'string' || !/^\d{4}-/.test(text)) return false
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString() === text
}
