import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createLogger } from '../process/log.ts'
import { createDatabase, type Database, type Db } from './db.ts'
import { allInOrder, microBatched, inOrder, onceForEach, toRecords } from './micro-batched.ts'

// Statements that touch no table.
interface Schema {
  nothing: { id: number }
}
let db: Database<Schema>
beforeAll(() => {
  const log = createLogger({ service: 'test', level: 'silent' })
  const url = inject('databaseServerUrl')
  db = createDatabase<Schema>({ url, poolSize: 3, applicationName: 'test', log })
})
afterAll(() => db.destroy())

interface Item {
  readonly value: string
}

/** Halves numbers in the database, which refuses what is none; keeps what each statement was for. */
function createHalving() {
  const statements: string[][] = []
  const work = async (db: Db<Schema>, items: readonly Item[]): Promise<string[]> => {
    statements.push(items.map(({ value }) => value))
    const { rows } = await sql<{ number: number; half: string }>`
      select number, (value::numeric / 2)::text as half
      from json_to_recordset(${toRecords(items)}::json) as wanted (number integer, value text)
      order by number desc`.execute(db)
    return inOrder(rows, items).map((row) => row?.half ?? '')
  }
  return { statements, work }
}

it('answers each of many by few statements', async () => {
  const { statements, work } = createHalving()
  const half = microBatched(work, { most: 40 })
  const numbers = Array.from({ length: 100 }, (_, index) => String(index * 2))

  const halves = await Promise.all(numbers.map((value) => half(db, { value })))

  expect(halves.map(Number)).toEqual(numbers.map((_, index) => index))
  expect(statements.map(({ length }) => length)).toEqual([40, 40, 20])
})

it('refuses one without the others', async () => {
  const half = microBatched(createHalving().work, { most: 40 })

  const halves = await Promise.allSettled(['2', 'two', '4'].map((value) => half(db, { value })))

  expect(halves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('asks once for what several want', async () => {
  const { statements, work } = createHalving()
  const half = microBatched(
    onceForEach(({ value }: Item) => value, work),
    { most: 40 },
  )

  const halves = await Promise.all(['2', '4', '2'].map((value) => half(db, { value })))

  expect(halves.map(Number)).toEqual([1, 2, 1])
  expect(statements).toEqual([['2', '4']])
})

it('lets only those share a statement that go together', async () => {
  const { statements, work } = createHalving()
  const half = microBatched(work, { together: ({ value }) => value.slice(-1) })

  const halves = await Promise.all(['12', '4', '22'].map((value) => half(db, { value })))

  expect(halves.map(Number)).toEqual([6, 2, 11])
  expect(statements).toEqual([['12', '22'], ['4']])
})

it('stays within a transaction', async () => {
  const half = microBatched(
    async (db: Db<Schema>, items: readonly Item[]) => {
      const { rows } = await sql<{ id: string | null }>`
        select pg_current_xact_id_if_assigned()::text as id`.execute(db)
      return items.map(() => rows[0]?.id)
    },
    { most: 40 },
  )

  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
        select pg_current_xact_id()::text as id`.execute(tx)
    expect(await half(tx, { value: '' })).toBe(rows[0]?.id)
    expect(await half(db, { value: '' })).toBeNull()
  })
})

it('puts rows to their items, in the order of the rows', () => {
  const rows = [
    { number: 3, name: 'a' },
    { number: 1, name: 'b' },
    { number: 3, name: 'c' },
  ]

  expect(inOrder(rows, ['x', 'y'])).toEqual([rows[1], undefined])
  expect(allInOrder(rows, ['x', 'y', 'z'])).toEqual([[rows[1]], [], [rows[0], rows[2]]])
})
