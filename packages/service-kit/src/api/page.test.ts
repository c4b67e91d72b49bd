import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { pageById, toPage } from './page.ts'

describe('pages', () => {
  it('has a cursor to the last row when there is more', () => {
    const page = toPage([{ id: 1 }, { id: 2 }, { id: 3 }], 2, ({ id }) => [id])
    expect(page.items).toEqual([{ id: 1 }, { id: 2 }])
    expect(decodeCursor(page.nextCursor ?? '')).toEqual([2])
    expect(toPage([{ id: 1 }], 2, ({ id }) => [id]).nextCursor).toBeNull()
  })

  it('lead from one to the next without a gap, by the ids of their rows', async () => {
    const all = Array.from({ length: 5 }, (_, index) => ({
      id: `019aa000-0000-7000-8000-00000000000${index}`,
    }))
    const list = async (after: string | undefined, limit: number) =>
      all.filter(({ id }) => after === undefined || id > after).slice(0, limit)
    const first = await pageById({ limit: 3 }, ({ id }) => Number(id.at(-1)), list)
    expect(first.items).toEqual([0, 1, 2])
    const next = { limit: 3, cursor: first.nextCursor ?? '' }
    expect(await pageById(next, ({ id }) => Number(id.at(-1)), list)).toEqual({
      items: [3, 4],
      nextCursor: null,
    })
  })

  it('gives back any cursor and undefined for junk', () => {
    const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(decodeCursor(encodeCursor(value))).toEqual(asJson(value))
      }),
    )
    expect(decodeCursor('%%%')).toBeUndefined()
  })
})
