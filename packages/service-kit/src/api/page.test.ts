import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { toPage } from './page.ts'

describe('pages', () => {
  it('has a cursor to the last row when there is more', () => {
    const page = toPage([{ id: 1 }, { id: 2 }, { id: 3 }], 2, ({ id }) => [id])
    expect(page.items).toEqual([{ id: 1 }, { id: 2 }])
    expect(decodeCursor(page.nextCursor ?? '')).toEqual([2])
    expect(toPage([{ id: 1 }], 2, ({ id }) => [id]).nextCursor).toBeNull()
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
