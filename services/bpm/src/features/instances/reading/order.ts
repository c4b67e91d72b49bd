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
export const instanceOrders = ['createdAt', 'title', 'bizId', 'status'] as const
type InstanceSort = Sort<(typeof instanceOrders)[number]>
type TextColumn = Exclude<(typeof instanceOrders)[number], 'createdAt'>

type Key = IdKey | SortKey

type Sorted = Readonly<Record<TextColumn | 'id', string>>

interface InstanceOrder {
  readonly order: Order
  readonly isKey: (key: unknown) => key is Key
  readonly keyOf: (row: Sorted) => Key
}

const columns = {
  title: sql`instance.title`,
  bizId: sql`instance.biz_id`,
  status: sql`instance.status`,
}

/**
 * The order of a list, and what its cursors hold.
 *
 * @param isPart Whether the list is a part of the tenant's approvals that no index in the order of the column leads along:
 *   it would be read with all that is not in the list, so it is gathered and sorted.
 */
export function readInstanceOrder(sort: InstanceSort, isPart: boolean): InstanceOrder {
  const { column, isDescending } = readSort(sort)
  const id = sql`instance.id`
  if (column === 'createdAt') {
    const order: Order = { by: [id], isDescending }
    return { order, isKey: isIdKeyOf(sort), keyOf: (row) => idKeyOf(sort, row.id) }
  }
  const value = isPart ? sql`(${columns[column]} || '')` : columns[column]
  // Numbers and states go by their characters, along the indexes that look them up.
  const by = column === 'title' ? sql`${value} collate by_name` : value
  const order: Order = { by: [by, id], isDescending }
  return {
    order,
    isKey: isSortKey(sort, 'text'),
    keyOf: (row) => [sort, row[column], row.id],
  }
}
