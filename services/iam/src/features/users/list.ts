import { readCursor } from '@countersign/service-kit/cursor'
import { defaultLimit, pageById, toPage, type Page } from '@countersign/service-kit/page'
import type { Static } from 'typebox'
import { readUserOrder } from '../../accounts/user-order.ts'
import { listUsers } from '../../accounts/user-queries.ts'
import type { Deps } from '../../deps.ts'
import type { UsersQuery, UserView } from './schema.ts'
import { toUserView } from './views.ts'

/** A page of the accounts of a tenant. */
export async function readUsers(
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  { sort, q, status, ...page }: Static<typeof UsersQuery>,
): Promise<Page<UserView>> {
  if (sort === undefined) {
    return pageById(page, toUserView, (id, limit) => {
      const after = id === undefined ? undefined : [id]
      return listUsers(db, tenantId, { q, status, after }, limit)
    })
  }
  const { limit = defaultLimit, cursor } = page
  const { order, isKey, keyOf } = readUserOrder(sort)
  const after = readCursor(cursor, isKey)?.slice(1)
  const rows = await listUsers(db, tenantId, { q, status, order, after }, limit + 1)
  const { items, nextCursor } = toPage(rows, limit, keyOf)
  return { items: items.map(toUserView), nextCursor }
}
