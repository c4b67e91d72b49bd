// The values of one input cut into pieces that no cell of its column tells apart. A set of pieces is a number with
// a bit for each, so cells are compared without looking at values.
import { comparable } from './evaluate.ts'
import { boundsOf, type CellValue, type InputCell, type Range, type TableInput } from './table.ts'

export interface Axis {
  /** Bits of all pieces. */
  readonly all: bigint
  /** The pieces that a cell matches. */
  readonly bitsOf: (cell: InputCell) => bigint
  /** A cell for some of the pieces: all of them where one cell can say so, else the first that belong together. */
  readonly cellOf: (bits: bigint) => Place
  /** A value of each piece, undefined for none. For tests. */
  readonly samples: readonly (CellValue | undefined)[]
}

/** Where something happens along one input; `missing`: where there is no value. */
export type Place = InputCell | { readonly missing: true }

/** @param optional The value may be missing, which is a piece of its own. */
export function createAxis(
  input: TableInput,
  cells: readonly InputCell[],
  optional: boolean,
): Axis {
  const values = cells.flatMap(valuesIn)
  const { type } = input
  const isOrdered = type === 'number' || type === 'date'
  return isOrdered
    ? orderedAxis(type, values, optional)
    : discreteAxis(type === 'boolean' ? [true, false] : values, type === 'string', optional)
}

function valuesIn(cell: InputCell): readonly CellValue[] {
  if (cell === null) return []
  if ('oneOf' in cell) return cell.oneOf
  return 'noneOf' in cell ? cell.noneOf : boundsOf(cell)
}

const bit = (piece: number): bigint => 1n << BigInt(piece)
/** Bits from one piece to another, both of them included. */
const run = (from: number, to: number): bigint =>
  to < from ? 0n : (bit(to - from + 1) - 1n) << BigInt(from)

/** Pieces: below the first bound, the bound itself, between it and the next, and so on; then no value. */
function orderedAxis(
  type: 'number' | 'date',
  values: readonly CellValue[],
  optional: boolean,
): Axis {
  const byPlace = new Map<number, CellValue>()
  for (const value of values) {
    const place = comparable(type, value)
    if (typeof place === 'number' && !byPlace.has(place)) byPlace.set(place, value)
  }
  const places = [...byPlace.keys()].toSorted((a, b) => a - b)
  const bounds = places.map((place) => byPlace.get(place) ?? place)
  const last = places.length * 2
  const given = run(0, last)
  const all = optional ? run(0, last + 1) : given
  const pieceOf = (value: CellValue) => places.indexOf(Number(comparable(type, value))) * 2 + 1
  const pointsOf = (list: readonly CellValue[]) =>
    list.reduce((bits, value) => bits | bit(pieceOf(value)), 0n)
  const samples = Array.from({ length: last + 1 }, (_, piece) => sampleOf(places, piece))
  return {
    all,
    bitsOf: (cell) => {
      if (cell === null) return all
      if ('oneOf' in cell) return pointsOf(cell.oneOf)
      return 'noneOf' in cell ? given & ~pointsOf(cell.noneOf) : rangeOf(cell, pieceOf, last)
    },
    cellOf: (bits) => {
      if (bits === all) return null
      if ((bits & given) === 0n) return { missing: true }
      const from = firstPiece(bits & given)
      let to = from
      while (to < last && (bits & bit(to + 1)) !== 0n) to += 1
      return toRange(bounds, from, to, last)
    },
    samples: [
      ...samples.map((point) => (type === 'date' ? new Date(point).toISOString() : point)),
      ...(optional ? [undefined] : []),
    ],
  }
}

function rangeOf(
  { minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Range,
  pieceOf: (value: CellValue) => number,
  last: number,
): bigint {
  const from = Math.max(
    minimum === undefined ? 0 : pieceOf(minimum),
    exclusiveMinimum === undefined ? 0 : pieceOf(exclusiveMinimum) + 1,
  )
  const to = Math.min(
    maximum === undefined ? last : pieceOf(maximum),
    exclusiveMaximum === undefined ? last : pieceOf(exclusiveMaximum) - 1,
  )
  return run(from, to)
}

function sampleOf(places: readonly number[], piece: number): number {
  const before = places[Math.ceil(piece / 2) - 1]
  const after = places[Math.floor(piece / 2)]
  if (piece % 2 === 1) return after ?? 0
  if (before === undefined) return (after ?? 0) - 1000
  return after === undefined ? before + 1000 : (before + after) / 2
}

function firstPiece(bits: bigint): number {
  let piece = 0
  while ((bits & bit(piece)) === 0n) piece += 1
  return piece
}

function toRange(bounds: readonly CellValue[], from: number, to: number, last: number): InputCell {
  const boundAt = (piece: number): CellValue => bounds[piece] ?? 0
  if (from === to && from % 2 === 1) return { oneOf: [boundAt((from - 1) / 2)] }
  const lower =
    from % 2 === 1
      ? { minimum: boundAt((from - 1) / 2) }
      : { exclusiveMinimum: boundAt(from / 2 - 1) }
  const upper =
    to % 2 === 1 ? { maximum: boundAt((to - 1) / 2) } : { exclusiveMaximum: boundAt(to / 2) }
  if (from === 0 && to === last) return {}
  return { ...(from === 0 ? {} : lower), ...(to === last ? {} : upper) }
}

/** Pieces: each value that is named; with `open` all others as one; then no value. */
function discreteAxis(named: readonly CellValue[], open: boolean, optional: boolean): Axis {
  const values = [...new Set(named)]
  const others = values.length
  const count = others + (open ? 1 : 0)
  const given = run(0, count - 1)
  const all = optional ? run(0, count) : given
  const bitsOfValues = (list: readonly CellValue[]) =>
    list.reduce((bits, value) => bits | bit(values.indexOf(value)), 0n)
  const inBits = (bits: bigint) => values.filter((_, piece) => (bits & bit(piece)) !== 0n)
  return {
    all,
    bitsOf: (cell) => {
      if (cell === null) return all
      if ('oneOf' in cell) return bitsOfValues(cell.oneOf)
      return 'noneOf' in cell ? given & ~bitsOfValues(cell.noneOf) : 0n
    },
    cellOf: (bits) => {
      if (bits === all) return null
      if ((bits & given) === 0n) return { missing: true }
      const hasOthers = open && (bits & bit(others)) !== 0n
      return hasOthers ? { noneOf: inBits(~bits & given) } : { oneOf: inBits(bits) }
    },
    samples: [
      ...values,
      // Longer than each of them, so none of them.
      ...(open ? [`${values.join('')}…`] : []),
      ...(optional ? [undefined] : []),
    ],
  }
}
