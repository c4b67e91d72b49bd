import {
  columnsOfKey,
  type IdKey,
  idKeyOf,
  isIdKeyOf,
  isSortKey,
  type Order,
  readSort,
  type Sort,
  type SortKey,
} from '@countersign/service-kit/sort'
import { sql } from 'kysely'
import type { DocumentRow } from '../../access/document-queries.ts'
import type { DocumentStatus } from '../../db/schema.ts'

/** What a list of documents is sorted by. */
export const documentOrders = ['title', 'updatedAt', 'createdAt'] as const
export type DocumentSort = Sort<(typeof documentOrders)[number]>

/** How a list is sorted, and what its cursors hold. */
export interface Sorting {
  readonly column: (typeof documentOrders)[number]
  readonly isDescending: boolean
  /** The order of the ids backwards, which are in the order of time. */
  readonly isNewestFirst: boolean
  readonly isKey: (key: unknown) => key is Key
  readonly keyOf: (row: DocumentRow) => Key
}

/** What the last row of the page before has in the columns of the order. */
export type Begin = readonly string[]

type Key = IdKey | SortKey

export function readSorting(sort: DocumentSort): Sorting {
  const { column, isDescending } = readSort(sort)
  const how = { column, isDescending, isNewestFirst: column === 'createdAt' && isDescending }
  switch (column) {
    case 'createdAt':
      return { ...how, isKey: isIdKeyOf(sort), keyOf: ({ id }) => idKeyOf(sort, id) }
    case 'title':
      return {
        ...how,
        isKey: isSortKey(sort, 'text'),
        keyOf: ({ title, id }) => [sort, title, id],
      }
    case 'updatedAt':
      return {
        ...how,
        isKey: isSortKey(sort, 'time'),
        keyOf: ({ updatedAt, id }) => [sort, updatedAt.toISOString(), id],
      }
  }
}

export const beginOf = (key: Key): Begin => columnsOfKey(key)

interface Listed {
  readonly sorting: Pick<Sorting, 'column' | 'isDescending'>
  readonly status: DocumentStatus
  readonly folderId?: string | undefined
  readonly q?: string | undefined
  readonly tag?: string | undefined
  readonly property?: string | undefined
}

/** The order in the words of an index, where one leads along the list. */
export function orderOf({ sorting, status, folderId, q, tag, property }: Listed): Order {
  const { column, isDescending } = sorting
  const id = sql`documents.id`
  // The trash is a small part of all, too.
  const isFound = status === 'TRASHED' || [q, tag, property].some((each) => each !== undefined)
  switch (column) {
    case 'createdAt':
      return { by: [id], isDescending }
    case 'title': {
      const title = sql`documents.title collate by_name`
      // In other words, so that what was found is sorted: along the index all that is not found is read, too.
      return {
        by: isFound ? [sql`(documents.title || '') collate by_name`, id] : [title, id],
        isDescending,
      }
    }
    case 'updatedAt': {
      const isPart = isFound || folderId !== undefined
      const changed = sql`documents.updated_at`
      return {
        by: isPart ? [sql`(documents.updated_at + interval '0')`, id] : [changed, id],
        isDescending,
      }
    }
  }
}
