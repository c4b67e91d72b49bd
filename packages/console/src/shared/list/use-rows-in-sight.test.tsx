import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLadder } from './ladder.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

const rowHeightPx = 64
const ladder = createLadder({ count: 5_000, rowHeightPx, starts: [] })
const rows = { count: 5_000, ladder, cursor: undefined, cursorKey: undefined, onEnd: undefined }

// As a browser does with what is laid out; the page of the tests lays nothing out.
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void
      readonly disconnect = () => undefined
      constructor(tell: () => void) {
        this.observe = () => queueMicrotask(tell)
      }
    },
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A list with room for ten rows, and the parts of it that were drawn, one after another. */
async function openList() {
  const scroller = document.createElement('div')
  vi.spyOn(scroller, 'clientHeight', 'get').mockReturnValue(10 * rowHeightPx)
  const drawn: string[] = []
  const ref = { current: scroller }
  await act(async () => {
    renderHook(() => {
      const { first, end } = useRowsInSight({ ...rows, scroller: ref })
      drawn.push(`${first} to ${end}`)
    })
  })
  const scrollTo = (row: number) =>
    act(async () => {
      scroller.scrollTop = row * rowHeightPx
      scroller.dispatchEvent(new Event('scroll'))
    })
  return { drawn: () => drawn.splice(0), scrollTo }
}

it('draws the spare rows around a place after those in sight there', async () => {
  const { drawn, scrollTo } = await openList()
  const begun = drawn()
  // As much as a window of this height may have room for.
  expect(begun[0]).toBe(`0 to ${Math.ceil((innerHeight * 0.6) / rowHeightPx)}`)
  expect(begun.at(-1)).toBe('0 to 22')
  await scrollTo(500)
  expect(drawn()).toEqual(['500 to 510', '488 to 522'])
})

it('keeps of the spare rows what is still near', async () => {
  const { drawn, scrollTo } = await openList()
  await scrollTo(100)
  drawn()
  await scrollTo(105)
  expect(drawn()).toEqual(['93 to 122', '93 to 127'])
  await scrollTo(125)
  expect(drawn()).toEqual(['113 to 135', '113 to 147'])
})

it('brings the row of the keyboard into sight when that moves, and not when other rows come', async () => {
  const scroller = document.createElement('div')
  vi.spyOn(scroller, 'clientHeight', 'get').mockReturnValue(10 * rowHeightPx)
  const ref = { current: scroller }
  const { rerender } = renderHook(
    (at: { cursor: number; cursorKey: string }) =>
      useRowsInSight({ ...rows, ...at, scroller: ref }),
    { initialProps: { cursor: 100, cursorKey: 'a' } },
  )
  expect(scroller.scrollTop).toBeGreaterThan(0)
  const at = (cursor: number, cursorKey: string) => {
    scroller.scrollTop = 0
    rerender({ cursor, cursorKey })
    return scroller.scrollTop
  }
  // One came above it, and it left.
  expect([at(101, 'a'), at(101, 'b')]).toEqual([0, 0])
  expect(at(102, 'c')).toBeGreaterThan(0)
})
