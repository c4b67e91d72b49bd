import { createMicroBatch, type MicroBatchOptions } from '@countersign/service-kit/micro-batch'
import type { Db } from './schema.ts'

/** Does something with many items by one statement; the results are in the order of the items. */
type Work<Item, Result> = (db: Db, items: readonly Item[]) => Promise<readonly Result[]>

const STATEMENTS_AT_ONCE = 3

/**
 * Micro-batch for reads: those who need a statement at once share it; inside a transaction, those of
 * the transaction. What the database refuses of one is asked again one by one: to read twice is free.
 */
export function microBatched<Item, Result>(
  work: Work<Item, Result>,
  options: Omit<MicroBatchOptions<Item>, 'atOnce'>,
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, (item: Item) => Promise<Result>>()
  return (db, item) => {
    const known = queues.get(db)
    if (known !== undefined) return known(item)
    const queue = createMicroBatch<Item, Result>((items) => work(db, items), {
      ...options,
      atOnce: STATEMENTS_AT_ONCE,
    })
    queues.set(db, queue)
    return queue(item)
  }
}

/**
 * Work that is done once for items that are the same.
 *
 * @param keyOf What two items have in common then.
 */
export function onceForEach<Item, Result>(
  keyOf: (item: Item) => string,
  work: Work<Item, Result>,
): Work<Item, Result | undefined> {
  return async (db, items) => {
    const wanted = new Map(items.map((item) => [keyOf(item), item]))
    const results = await work(db, [...wanted.values()])
    const found = new Map([...wanted.keys()].map((key, index) => [key, results[index]]))
    return items.map((item) => found.get(keyOf(item)))
  }
}

/**
 * Items as a value for `json_to_recordset`, numbered from 1. The planner takes it for a hundred rows
 * whatever is in it: of an array it would know better, and make a new plan each time.
 */
export const toRecords = (items: readonly object[]): string =>
  JSON.stringify(items.map((item, index) => ({ ...item, number: index + 1 })))

/** Rows that say by `number`, from 1, to which of so many items they belong: at most one for each. */
export function inOrder<Row extends { readonly number: number }>(
  rows: readonly Row[],
  { length }: readonly unknown[],
): (Row | undefined)[] {
  const found = new Map(rows.map((row) => [row.number, row]))
  return Array.from({ length }, (_, index) => found.get(index + 1))
}

/** The same for any number of rows for each item. */
export function allInOrder<Row extends { readonly number: number }>(
  rows: readonly Row[],
  { length }: readonly unknown[],
): Row[][] {
  const found = Map.groupBy(rows, ({ number }) => number)
  return Array.from({ length }, (_, index) => found.get(index + 1) ?? [])
}
