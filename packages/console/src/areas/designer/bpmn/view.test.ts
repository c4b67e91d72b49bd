import { expect, it } from 'vitest'
import { viewOf } from './view.ts'

const room = { width: 654, height: 540 }

/** Where something of the drawing is on the canvas, in pixels. */
function placeOf(x: number, y: number, shown: ReturnType<typeof viewOf>) {
  const scale = room.width / shown.width
  return { left: (x - shown.x) * scale, top: (y - shown.y) * scale, scale }
}

it('a drawing that is wider than its place is shown whole, beside the tools', () => {
  const shown = viewOf({ x: 100, y: 50, width: 1000, height: 200 }, room, true)
  expect(placeOf(100, 50, shown)).toMatchObject({ left: 134, scale: 0.5 })
  expect(placeOf(1100, 250, shown).left).toBe(634)
})

it('a high one is shown whole, too', () => {
  const shown = viewOf({ x: 0, y: 0, width: 100, height: 1000 }, room, false)
  expect(placeOf(0, 0, shown)).toMatchObject({ top: 20, scale: 0.5 })
})

it('a small one is shown as large as it is, in the middle', () => {
  const shown = viewOf({ x: 0, y: 0, width: 100, height: 100 }, room, false)
  expect(placeOf(50, 50, shown)).toEqual({ left: 327, top: 270, scale: 1 })
})

it.each([0, 30, 160])('a place of %i pixels shows something', (width) => {
  const shown = viewOf({ x: 0, y: 0, width: 800, height: 300 }, { width, height: 400 }, true)
  expect(shown.width).toBeGreaterThanOrEqual(width)
  expect(shown.width).toBeLessThan(2000)
})

it('an empty one shows where it begins', () => {
  const shown = viewOf({ x: 0, y: 0, width: 0, height: 0 }, room, true)
  expect(shown).toMatchObject({ width: room.width, height: room.height })
})
