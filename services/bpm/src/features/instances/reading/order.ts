import {
  idKeyOf,
  isIdKeyOf,
  isSortKey,
  readSort,
  type IdKey,
  type Order,
  type Sort,
  type SortKey,
} from '@countersign/service-kit/sort'
import { sql } from 'kysely'

/** What a list of approvals is sorted by. */
export const instanceOrders = ['createdAt', 'title'] as const
type InstanceSort = Sort<(typeof instanceOrders)[number]>

type Key = IdKey | SortKey

interface Sorted {
  readonly id: string
  readonly title: string
}

/**
 * The order of a list, and what its cursors hold.
 *
 * @param isPart Whether the list is a part of the tenant's approvals that no index in the order of titles leads along:
 *   it would be read with all that is not in the list, so it is gathered and sorted.
 */
export function readInstanceOrder(sort: InstanceSort, isPart: boolean) {
  const { column, isDescending } = readSort(sort)
  const byId = column === 'createdAt'
  const id = sql`instance.id`
  const title = isPart
    ? sql`(instance.title || '') collate by_name`
    : sql`instance.title collate by_name`
  const order: Order = { by: byId ? [id] : [title, id], isDescending }
  const isTitleKey = isSortKey(sort, 'text')
  const isTimeKey = isIdKeyOf(sort)
  return {
    order,
    isKey: (key: unknown): key is Key => (byId ? isTimeKey(key) : isTitleKey(key)),
    keyOf: ({ id, title }: Sorted): Key => (byId ? idKeyOf(sort, id) : [sort, title, id]),
  }
}
