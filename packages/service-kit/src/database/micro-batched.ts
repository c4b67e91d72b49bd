import { createMicroBatch, type MicroBatchOptions } from '../concurrency/micro-batch.ts'

/** Does something with many items by one statement; the results are in the order of the items. */
type Work<Db, Item, Result> = (db: Db, items: readonly Item[]) => Promise<readonly Result[]>

interface MicroBatchedOptions<Item> extends MicroBatchOptions<Item> {
  /** Only items for which this is the same share a statement; none waits for those of another. */
  readonly together?: (item: Item) => string
}

const STATEMENTS_AT_ONCE = 3

/**
 * Micro-batch for statements: those who need one at once share it; inside a transaction, those of
 * the transaction. What the database refuses of one is asked again one by one.
 */
export function microBatched<Db extends object, Item, Result>(
  work: Work<Db, Item, Result>,
  { together = () => '', ...options }: MicroBatchedOptions<Item>,
): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, Map<string, Queue<Item, Result>>>()
  return async (db, item) => {
    const known = queues.get(db) ?? new Map<string, Queue<Item, Result>>()
    queues.set(db, known)
    const key = together(item)
    const queue = known.get(key) ?? {
      ask: createMicroBatch<Item, Result>((items) => work(db, items), {
        atOnce: STATEMENTS_AT_ONCE,
        ...options,
      }),
      waiting: 0,
    }
    known.set(key, queue)
    queue.waiting += 1
    try {
      return await queue.ask(item)
    } finally {
      queue.waiting -= 1
      // There may be as many keys as there are tenants.
      if (queue.waiting === 0) known.delete(key)
    }
  }
}

interface Queue<Item, Result> {
  readonly ask: (item: Item) => Promise<Result>
  waiting: number
}

/**
 * Work that is done once for items that are the same.
 *
 * @param keyOf What two items have in common then.
 */
export function onceForEach<Db extends object, Item, Result>(
  keyOf: (item: Item) => string,
  work: Work<Db, Item, Result>,
): Work<Db, Item, Result | undefined> {
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
