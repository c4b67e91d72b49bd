import type { Box, Edge, Point, Shape } from './shapes.ts'

/** Room around the drawing for names below events and gateways. */
const margin = 24

interface Drawn {
  readonly shapes: readonly Shape[]
  readonly edges: readonly Edge[]
}

/** The rectangle that holds all of a drawing, names below its shapes included. */
export function boxOf({ shapes, edges }: Drawn): Box {
  const boxes: readonly Box[] = shapes.flatMap((shape) => [shape, shape.label ?? shape])
  const corners: Point[] = boxes.flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ])
  const points = [...corners, ...edges.flatMap(({ points }) => points)]
  if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const left = points.reduce((least, { x }) => Math.min(least, x), Infinity) - margin
  const top = points.reduce((least, { y }) => Math.min(least, y), Infinity) - margin
  const right = points.reduce((most, { x }) => Math.max(most, x), -Infinity) + margin
  const bottom = points.reduce((most, { y }) => Math.max(most, y), -Infinity) + 2 * margin
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Where the name of a flow stands: the middle of its longest part. */
export function middleOf(points: readonly Point[]): Point | undefined {
  let middle: Point | undefined
  let longest = -1
  for (const [index, to] of points.entries()) {
    const from = points[index - 1]
    if (from === undefined) continue
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length <= longest) continue
    longest = length
    middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  }
  return middle
}

/** How wide a character is, in characters of Latin script: Chinese ones take two. */
const widthOf = (text: string): number =>
  [...text].reduce((width, character) => width + (/[\u2e80-\uffef]/.test(character) ? 2 : 1), 0)

/**
 * Breaks a name into lines of at most `columns` Latin characters; what does not fit into `rows`
 * ends in an ellipsis.
 */
export function wrapName(name: string, columns: number, rows: number): readonly string[] {
  const pieces = name.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+|\s+/g) ?? []
  const lines: string[] = ['']
  for (const piece of pieces.flatMap((one) => splitLong(one, columns))) {
    const last = lines.at(-1) ?? ''
    if (widthOf(last + piece) <= columns) lines[lines.length - 1] = last + piece
    else if (piece.trim() !== '') lines.push(piece)
  }
  const trimmed = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (trimmed.length <= rows) return trimmed
  const kept = trimmed.slice(0, rows)
  return [...kept.slice(0, -1), `${(kept.at(-1) ?? '').slice(0, columns - 1)}…`]
}

function splitLong(piece: string, columns: number): readonly string[] {
  if (piece.length <= columns) return [piece]
  const count = Math.ceil(piece.length / columns)
  return Array.from({ length: count }, (_, index) =>
    piece.slice(index * columns, (index + 1) * columns),
  )
}
