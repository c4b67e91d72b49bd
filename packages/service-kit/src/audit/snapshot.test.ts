import fc from 'fast-check'
import { expect, it } from 'vitest'
import { goOn, readSnapshot, writeSnapshot, type Snapshot } from './snapshot.ts'

const isOver = ({ xmax, running }: Snapshot, xid: bigint) => xid < xmax && !running.includes(xid)

it('reads and writes what PostgreSQL writes', () => {
  for (const text of ['10:20:10,14,15', '10:10:', '1:1:'])
    expect(writeSnapshot(readSnapshot(text))).toBe(text)
  expect(isOver(readSnapshot('10:20:10,14'), 9n)).toBe(true)
  expect(isOver(readSnapshot('10:20:10,14'), 14n)).toBe(false)
  expect(isOver(readSnapshot('10:20:10,14'), 20n)).toBe(false)
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'begin' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('commit' as const, 'abort' as const),
      which: fc.nat(),
      rows: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('round' as const),
      limit: fc.integer({ min: 1, max: 5 }),
    }),
  },
)

/** Transactions as PostgreSQL counts them, and a reader of what they wrote. */
function createModel() {
  let next = 3n
  let xmax = 3n
  const running = new Set<bigint>()
  const written = new Map<bigint, number>()
  const read: bigint[] = []
  let position: Snapshot = { xmax, running: [] }
  const end = (which: number) => {
    const xid = [...running].at(which % Math.max(1, running.size))
    if (xid === undefined) return undefined
    running.delete(xid)
    if (xid >= xmax) xmax = xid + 1n
    return xid
  }
  return {
    read,
    written,
    begin: () => void running.add(next++),
    commit: (which: number, rows: number) => {
      const xid = end(which)
      if (xid !== undefined) written.set(xid, rows)
    },
    abort: (which: number) => void end(which),
    /** As the statement does it: whole transactions, at least as many rows as asked for. */
    round: (limit: number): boolean => {
      const now = { xmax, running: [...running].filter((xid) => xid < xmax).toSorted(compare) }
      const fresh = [...written.keys()]
        .filter((xid) => isOver(now, xid) && !isOver(position, xid))
        .toSorted(compare)
        .flatMap((xid) => Array.from({ length: written.get(xid) ?? 0 }, () => xid))
      const last = fresh[Math.min(limit, fresh.length) - 1]
      const taken = fresh.filter((xid) => last !== undefined && xid <= last)
      const isFull = taken.length >= limit && last !== undefined
      position = isFull ? goOn(position, now, last) : now
      read.push(...taken)
      return isFull
    },
  }
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : 1)

it('reads each transaction once, whenever it commits and however little is read at a time', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80 }),
      fc.integer({ min: 1, max: 3 }),
      (steps, limit) => {
        const model = createModel()
        for (const each of steps) {
          if (each.kind === 'begin') model.begin()
          else if (each.kind === 'round') model.round(each.limit)
          else if (each.kind === 'abort') model.abort(each.which)
          else model.commit(each.which, each.rows)
        }
        while (model.round(limit)) continue
        const expected = [...model.written].flatMap(([xid, rows]) =>
          Array.from({ length: rows }, () => xid),
        )
        expect(model.read.toSorted(compare)).toEqual(expected.toSorted(compare))
      },
    ),
    { numRuns: 10_000 },
  )
})
