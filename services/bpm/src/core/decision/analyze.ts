// What is wrong with the rows of a table taken together. Each row is a box over the pieces of its inputs; what a row
// leaves of others is boxes again, so nothing is tried out and nothing is missed.
//
// Kept by: services/bpm/src/core/decision/analyze.test.ts "says what trying out every value says"
import { createAxis, type Axis, type Place } from './axis.ts'
import type { DecisionTable } from './table.ts'

/** Boxes that are looked at for one question: beyond it, the answer is that it is not known. */
const MAX_STEPS = 100_000
const MAX_OVERLAPS = 50
const MAX_GAPS = 10

/** Rows from 0; `where` has a place for each input. */
export type Finding =
  /** Both match there. */
  | {
      readonly kind: 'overlap'
      readonly rows: readonly [number, number]
      readonly where: readonly Place[]
    }
  /** No value leads to it: its cells contradict themselves, or rows above it match everything that it does. */
  | { readonly kind: 'unreachable'; readonly row: number; readonly because: 'empty' | 'covered' }
  /** No row matches there. */
  | { readonly kind: 'gap'; readonly where: readonly Place[] }
  /** There is too much to look through to know whether there are gaps, or whether all rows are reached. */
  | { readonly kind: 'unproven'; readonly question: 'gaps' | 'reached' }

type Box = readonly bigint[]

/**
 * Overlaps of a `UNIQUE` table, rows that are never reached, and gaps.
 *
 * @param optional Whether a variable may be without a value.
 */
export function analyzeTable(
  table: DecisionTable,
  optional: (variable: string) => boolean,
): readonly Finding[] {
  const axes = axesOf(table, optional)
  const boxes = table.rows.map(({ inputs }) =>
    axes.map(({ bitsOf }, at) => bitsOf(inputs[at] ?? null)),
  )
  return [
    ...(table.hitPolicy === 'UNIQUE' ? findOverlaps(axes, boxes) : []),
    ...findUnreachable(boxes, table.hitPolicy === 'FIRST'),
    ...(table.otherwise === null ? findGaps(axes, boxes) : []),
  ]
}

export const axesOf = (
  { inputs, rows }: DecisionTable,
  optional: (variable: string) => boolean,
): readonly Axis[] =>
  inputs.map((input, at) => {
    const cells = rows.map((row) => row.inputs[at] ?? null)
    return createAxis(input, cells, optional(input.variable))
  })

const isEmpty = (box: Box): boolean => box.some((bits) => bits === 0n)
const intersect = (a: Box, b: Box): Box => a.map((bits, at) => bits & (b[at] ?? 0n))
const toPlaces = (axes: readonly Axis[], box: Box): readonly Place[] =>
  axes.map(({ cellOf }, at) => cellOf(box[at] ?? 0n))

function findOverlaps(axes: readonly Axis[], boxes: readonly Box[]): readonly Finding[] {
  const found: Finding[] = []
  for (const [row, box] of boxes.entries()) {
    for (let other = row + 1; other < boxes.length && found.length < MAX_OVERLAPS; other += 1) {
      const both = intersect(box, boxes[other] ?? [])
      if (isEmpty(both)) continue
      found.push({ kind: 'overlap', rows: [row, other], where: toPlaces(axes, both) })
    }
  }
  return found
}

function findUnreachable(boxes: readonly Box[], inOrder: boolean): readonly Finding[] {
  const found: Finding[] = []
  const budget = { steps: MAX_STEPS }
  for (const [row, box] of boxes.entries()) {
    if (isEmpty(box)) {
      found.push({ kind: 'unreachable', row, because: 'empty' })
    } else if (inOrder) {
      const left = subtractAll(box, boxes.slice(0, row), budget)
      if (left === undefined) return [...found, { kind: 'unproven', question: 'reached' }]
      if (left.length === 0) found.push({ kind: 'unreachable', row, because: 'covered' })
    }
  }
  return found
}

function findGaps(axes: readonly Axis[], boxes: readonly Box[]): readonly Finding[] {
  const all = axes.map((axis) => axis.all)
  const left = subtractAll(all, boxes, { steps: MAX_STEPS })
  if (left === undefined) return [{ kind: 'unproven', question: 'gaps' }]
  return left.slice(0, MAX_GAPS).map((box) => ({ kind: 'gap', where: toPlaces(axes, box) }))
}

/** What is left of a box without others; undefined when there is too much to look through. */
function subtractAll(
  box: Box,
  others: readonly Box[],
  budget: { steps: number },
): readonly Box[] | undefined {
  let left: readonly Box[] = [box]
  for (const other of others) {
    budget.steps -= left.length
    if (budget.steps < 0) return undefined
    left = left.flatMap((one) => subtract(one, other))
  }
  return left
}

/** Cuts off along one input after the other what lies outside; what remains then lies inside. */
function subtract(box: Box, other: Box): readonly Box[] {
  if (isEmpty(intersect(box, other))) return [box]
  const parts: Box[] = []
  let rest = box
  for (const [at, bits] of box.entries()) {
    const outside = bits & ~(other[at] ?? 0n)
    if (outside !== 0n) parts.push(rest.with(at, outside))
    rest = rest.with(at, bits & (other[at] ?? 0n))
  }
  return parts
}
