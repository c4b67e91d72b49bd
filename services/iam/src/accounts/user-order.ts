import {
  isSortKey,
  readSort,
  type Order,
  type Sort,
  type SortKey,
} from '@countersign/service-kit/sort'
import { sql } from 'kysely'

/** What a list of accounts is sorted by. */
export const userOrders = ['displayName', 'username', 'status', 'createdAt'] as const
export type UserSort = Sort<(typeof userOrders)[number]>

interface Sorted {
  readonly id: string
  readonly displayName: string
  readonly username: string
  readonly status: string
  readonly createdAt: Date
}

// A tenant's members are found by its memberships and sorted then: no index spans the two tables.
const columns = {
  displayName: sql`u.display_name collate by_name`,
  username: sql`u.username collate by_name`,
  status: sql`u.status`,
  createdAt: sql`u.created_at`,
}

/** The order of a list, and what its cursors hold. */
export function readUserOrder(sort: UserSort) {
  const { column, isDescending } = readSort(sort)
  const order: Order = { by: [columns[column], sql`u.id`], isDescending }
  return {
    order,
    isKey: isSortKey(sort, column === 'createdAt' ? 'time' : 'text'),
    keyOf: (user: Sorted): SortKey => {
      const value = user[column]
      return [sort, value instanceof Date ? value.toISOString() : value, user.id]
    },
  }
}
