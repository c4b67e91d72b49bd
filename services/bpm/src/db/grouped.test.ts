import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useService } from '../testing/service.testing.ts'
import { grouped, inOrder, onceForEach, toRecords } from './grouped.ts'
import type { Db } from './schema.ts'

const service = useService()

/** Halves numbers in the database; it refuses what is no number. */
async function halve(db: Db, items: readonly { readonly value: string }[]): Promise<string[]> {
  const { rows } = await sql<{ number: number; half: string }>`
    select number, (value::numeric / 2)::text as half
    from json_to_recordset(${toRecords(items)}::json) as wanted (number integer, value text)
    order by number desc`.execute(db)
  return inOrder(rows, items).map((row) => row?.half ?? '')
}

/** The same, with the items of each statement. */
function watched() {
  const statements: string[][] = []
  const work = (db: Db, items: readonly { readonly value: string }[]) => {
    statements.push(items.map(({ value }) => value))
    return halve(db, items)
  }
  return { statements, work }
}

const numbers = Array.from({ length: 100 }, (_, index) => String(index * 2))

it('answers each of many by few statements', async () => {
  const { statements, work } = watched()
  const half = grouped(work, { most: 40 })

  const halves = await Promise.all(numbers.map((value) => half(service().deps.db, { value })))

  expect(halves.map(Number)).toEqual(numbers.map((_, index) => index))
  expect(statements.map(({ length }) => length)).toEqual([40, 40, 20])
})

it('refuses one without the others', async () => {
  const half = grouped(halve, { most: 40 })

  const halves = await Promise.allSettled(
    ['2', 'two', '4'].map((value) => half(service().deps.db, { value })),
  )

  expect(halves.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('refuses all when the database is gone', async () => {
  const half = grouped(
    (): Promise<string[]> => Promise.reject(new Error('the connection was lost')),
    { most: 40 },
  )

  const halves = await Promise.allSettled(
    numbers.map((value) => half(service().deps.db, { value })),
  )

  expect(new Set(halves.map(({ status }) => status))).toEqual(new Set(['rejected']))
})

it('keeps those apart that must not share a statement', async () => {
  const { statements, work } = watched()
  const half = grouped(work, { most: 40, apart: ({ value }) => value })

  await Promise.all(['2', '4', '2', '2'].map((value) => half(service().deps.db, { value })))

  expect(statements).toEqual([['2', '4'], ['2'], ['2']])
})

it('asks once for what several want', async () => {
  const { statements, work } = watched()
  const half = grouped(
    onceForEach(({ value }: { value: string }) => value, work),
    { most: 40 },
  )

  const halves = await Promise.all(
    ['2', '4', '2'].map((value) => half(service().deps.db, { value })),
  )

  expect(halves.map(Number)).toEqual([1, 2, 1])
  expect(statements).toEqual([['2', '4']])
})

it('stays within a transaction', async () => {
  const half = grouped(
    async (db: Db, items: readonly { readonly value: string }[]) => {
      const { rows } = await sql<{ id: string | null }>`
        select pg_current_xact_id_if_assigned()::text as id`.execute(db)
      return items.map(() => rows[0]?.id)
    },
    { most: 40 },
  )

  await service()
    .deps.db.transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
      select pg_current_xact_id()::text as id`.execute(tx)
      expect(await half(tx, { value: '' })).toBe(rows[0]?.id)
      expect(await half(service().deps.db, { value: '' })).toBeNull()
    })
})
