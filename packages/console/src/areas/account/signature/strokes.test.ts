import { expect, it } from 'vitest'
import type { Stroke } from '../queries.ts'
import { beginStroke, continueStroke, toField, withoutTaps } from './strokes.ts'

it('draws lines through the points of a pointer, and leaves out taps and what is near', () => {
  let strokes = beginStroke([], { x: 0, y: 0 })
  for (const x of [1, 2, 10, 11, 20]) strokes = continueStroke(strokes, { x, y: 0 })
  strokes = beginStroke(strokes, { x: 50, y: 50 })

  expect(withoutTaps(strokes)).toEqual([[0, 10, 20].map((x) => ({ x, y: 0 }))])
})

it('never makes more than bpm takes', () => {
  let strokes: readonly Stroke[] = []
  for (let line = 0; line < 100; line++) {
    strokes = beginStroke(strokes, { x: 0, y: 0 })
    for (let at = 0; at < 500; at++)
      strokes = continueStroke(strokes, { x: (at * 5) % 600, y: line })
  }

  expect(strokes).toHaveLength(40)
  expect(Math.max(...strokes.map(({ length }) => length))).toBeLessThanOrEqual(250)
})

it.each([
  [
    { clientX: 150, clientY: 50 },
    { x: 300, y: 100 },
  ],
  [
    { clientX: -5, clientY: 999 },
    { x: 0, y: 200 },
  ],
])('keeps a point within the field: %j', (at, expected) =>
  expect(toField(at, { left: 0, top: 0, width: 300, height: 100 })).toEqual(expected),
)
