import type { Db } from './schema.ts'

export interface GroupOptions<Item> {
  /** Most items in one statement. */
  readonly most: number
  /** Items for which this is the same never share a statement. */
  readonly apart?: (item: Item) => string
}

/** Does something with many items by one statement; the results are in the order of the items. */
type Work<Item, Result> = (db: Db, items: readonly Item[]) => Promise<readonly Result[]>

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
 * Items as a value for `json_to_recordset`, numbered from 1. The planner takes it for a
 * hundred rows whatever is in it: of an array it would know better, and make a new plan each time.
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

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

// While two are under way, what comes waits for one of them to end: the busier the database is, the
// more share a statement.
const STATEMENTS_AT_ONCE = 2

/**
 * A statement that those who need it at once share: to send it, and for PostgreSQL to begin and to
 * end it, takes longer than what it does for one of them. What comes in the same turn of the event
 * loop goes together; beyond that nobody waits for company while the database is idle.
 *
 * What the database refuses of one takes no other along: they are done again one by one.
 */
export function grouped<Item, Result>(
  work: Work<Item, Result>,
  options: GroupOptions<Item>,
): (db: Db, item: Item) => Promise<Result> {
  // One for each pool; a transaction is one as well, and goes over its own connection.
  const queues = new WeakMap<Db, (item: Item) => Promise<Result>>()
  return (db, item) => {
    const known = queues.get(db)
    if (known !== undefined) return known(item)
    const queue = createQueue<Item, Result>((items) => work(db, items), options)
    queues.set(db, queue)
    return queue(item)
  }
}

function createQueue<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, apart }: GroupOptions<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = 0

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const { group, left } = divide(waiting, most, apart)
      waiting = left
      await settle(group, work)
    }
    running -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running >= STATEMENTS_AT_ONCE) return
      running += 1
      setImmediate(() => void run())
    })
}

/** The next ones to share a statement, and those that wait for another. */
function divide<Item, Result>(
  waiting: Waiting<Item, Result>[],
  most: number,
  apart: ((item: Item) => string) | undefined,
): { group: Waiting<Item, Result>[]; left: Waiting<Item, Result>[] } {
  if (apart === undefined) return { group: waiting.slice(0, most), left: waiting.slice(most) }
  const group = new Map<string, Waiting<Item, Result>>()
  const left: Waiting<Item, Result>[] = []
  for (const one of waiting) {
    const key = apart(one.item)
    if (group.size < most && !group.has(key)) group.set(key, one)
    else left.push(one)
  }
  return { group: [...group.values()], left }
}

async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await work(group.map(({ item }) => item))
    for (const [index, result] of results.entries()) group[index]?.resolve(result)
  } catch (error) {
    if (group.length > 1 && isRefusal(error)) {
      for (const one of group) await settle([one], work)
    } else {
      for (const { reject } of group) reject(error)
    }
  }
}

/** SQLSTATE classes of what is wrong with values and rows, and of transactions that met. */
const isRefusal = (error: unknown): boolean => /^(21|22|23|40)/.test(stateOf(error) ?? '')

/** The SQLSTATE that PostgreSQL gave; undefined for other errors. */
export const stateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
