import { sqlStateOf } from '../database/sql-state.ts'
import { inSharedSpan } from '../tracing/shared-work.ts'
import { tracing, type Captured } from '../tracing/tracing.ts'

export interface MicroBatchOptions<Item> {
  /** Most items of one call: what a statement carries without making the others wait for long. */
  readonly most?: number
  /** Most calls that are under way. */
  readonly atOnce?: number
  /** Items for which this is the same never share a call. */
  readonly apart?: (item: Item) => string
}

/** Thrown by work that has written nothing: its items are to be done one by one. */
export class NotTogether extends Error {}

type Work<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

interface Waiting<Item, Result> {
  readonly item: Item
  readonly asker: Captured | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Micro-batch (group commit): makes one call of many that come together. To send a statement, and for
 * PostgreSQL to begin and to end it, takes longer than what it does for one item. What comes in the
 * same turn of the event loop shares a call, and so does what comes while others are under way: nobody
 * waits for company while the database is idle, and the busier it is the more share a call. An item is
 * answered when its call is done, never before.
 *
 * What the database refuses of one item takes no other along: they are done again one by one. So is a group that the
 * work itself says, by {@link NotTogether}, cannot be done as one.
 *
 * Kept by: packages/service-kit/src/concurrency/micro-batch.test.ts "fails alone what the database refuses"
 *
 * @param work Answers in the order of its items, and may be done again when it was refused.
 *
 * @retries each item of a micro-batch by itself, when the database refused the batch
 */
export function createMicroBatch<Item, Result>(
  work: Work<Item, Result>,
  { most = 64, atOnce = 1, apart }: MicroBatchOptions<Item> = {},
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
      waiting.push({ item, asker: tracing()?.capture(), resolve, reject })
      if (running >= atOnce) return
      running += 1
      setImmediate(() => void run())
    })
}

/** The next ones to share a call, and those that wait for another. */
function divide<Item, Result>(
  waiting: readonly Waiting<Item, Result>[],
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
  work: Work<Item, Result>,
): Promise<void> {
  try {
    const results = await inSharedSpan(
      group.map(({ asker }) => asker),
      () => work(group.map(({ item }) => item)),
    )
    if (results.length !== group.length) throw new Error('a group was not answered as a whole')
    for (const [index, result] of results.entries()) group[index]?.resolve(result)
  } catch (error) {
    if (group.length > 1 && (error instanceof NotTogether || isRefusal(error))) {
      for (const one of group) await settle([one], work)
    } else {
      for (const { reject } of group) reject(error)
    }
  }
}

/** SQLSTATE classes of what is wrong with values and rows, and of transactions that met. */
const isRefusal = (error: unknown): boolean => /^(21|22|23|40)/.test(sqlStateOf(error) ?? '')
