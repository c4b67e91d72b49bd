import type { Stroke } from '../queries.ts'

/** The field that a signature is drawn in, as bpm has it. */
export const FIELD = { width: 600, height: 200 } as const
const MOST_STROKES = 40
const MOST_POINTS = 250
/** What is nearer than this to the point before adds nothing. */
const NEAR = 3

export type Point = Stroke[number]

/** Begins a line; not when there are as many as are taken. */
export const beginStroke = (strokes: readonly Stroke[], point: Point): readonly Stroke[] =>
  strokes.length < MOST_STROKES ? [...strokes, [point]] : strokes

/** Goes on with the last line. One that is long enough is gone on with in another. */
export function continueStroke(strokes: readonly Stroke[], point: Point): readonly Stroke[] {
  const last = strokes.at(-1)
  const end = last?.at(-1)
  if (last === undefined || end === undefined) return strokes
  if (Math.hypot(point.x - end.x, point.y - end.y) < NEAR) return strokes
  if (last.length < MOST_POINTS) return [...strokes.slice(0, -1), [...last, point]]
  return strokes.length < MOST_STROKES ? [...strokes, [end, point]] : strokes
}

/** What is kept: a tap is no line. */
export const withoutTaps = (strokes: readonly Stroke[]): Stroke[] =>
  strokes.filter((stroke) => stroke.length > 1)

/** Where a pointer is in the field, whatever size that has on the screen. */
export function toField(
  at: { readonly clientX: number; readonly clientY: number },
  box: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  },
): Point {
  const scale = (offset: number, shown: number, size: number) =>
    Math.min(size, Math.max(0, Math.round((offset / Math.max(shown, 1)) * size)))
  return {
    x: scale(at.clientX - box.left, box.width, FIELD.width),
    y: scale(at.clientY - box.top, box.height, FIELD.height),
  }
}
