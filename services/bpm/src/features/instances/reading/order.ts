import { isIdKey } from '@countersign/service-kit/cursor'
import {
  isSortKey,
  readSort,
  type Order,
  type Sort,
  type SortKey,
} from '@countersign/service-kit/sort'
import { sql } from 'kysely'

/** What a list of approvals is sorted by. */
export const instanceOrders = ['createdAt', 'title'] as const
type InstanceSort = Sort<(typeof instanceOrders)[number]>

type Key = string | SortKey

interface Sorted {
  readonly id: string
  readonly title: string
}

/** The order of a list, and what its cursors hold. */
export function readInstanceOrder(sort: InstanceSort) {
  const { column, isDescending } = readSort(sort)
  const byId = column === 'createdAt'
  const id = sql`instance.id`
  const order: Order = { by: byId ? [id] : [sql`instance.title collate by_name`, id], isDescending }
  const isTitleKey = isSortKey(sort, 'text')
  return {
    order,
    isKey: (key: unknown): key is Key => (byId ? isIdKey(key) : isTitleKey(key)),
    keyOf: ({ id, title }: Sorted): Key => (byId ? id : [sort, title, id]),
  }
}

/** What a key holds of the columns of the order. */
export const columnsOf = (key: Key): readonly string[] =>
  typeof key === 'string' ? [key] : key.slice(1)
