import { decodeCursor, defaultLimit, toPage, type Page } from '@countersign/service-kit/page'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { listInbox, type InboxFilter } from './inbox-queries.ts'
import type { InboxQuery, TaskListItem } from './schema.ts'
import { toTaskListItem } from './views.ts'

/** A page of one of the caller's boxes, newest first. */
export async function readInbox(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId }: UserCaller,
  query: InboxQuery,
): Promise<Page<TaskListItem>> {
  const { limit = defaultLimit, box = 'todo', cursor, overdue, ...filter } = query
  const rows = await listInbox(db, tenantId, {
    ...filter,
    ...readBoxCursor(cursor),
    ...(overdue === true ? { dueBefore: now() } : {}),
    userId,
    box,
    limit: limit + 1,
  })
  const page = toPage(rows, limit, ({ boxAt, id }) => [boxAt.toISOString(), id])
  return { ...page, items: page.items.map(toTaskListItem) }
}

function readBoxCursor(cursor: string | undefined): Pick<InboxFilter, 'before'> {
  if (cursor === undefined) return {}
  const value = decodeCursor(cursor)
  if (Array.isArray(value)) {
    const [at, taskId]: unknown[] = value
    if (typeof at === 'string' && typeof taskId === 'string' && uuid.test(taskId)) {
      const date = new Date(at)
      // Only as we write it: dates beyond four digits of the year are none to the database.
      const isOurs =
        !Number.isNaN(date.getTime()) && date.toISOString() === at && /^\d{4}-/.test(at)
      if (isOurs) return { before: { at: date, taskId } }
    }
  }
  const fault = { pointer: '/query/cursor', code: 'cursor', detail: 'not a cursor of this list' }
  throw problems.invalid_request({ errors: [fault] })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
