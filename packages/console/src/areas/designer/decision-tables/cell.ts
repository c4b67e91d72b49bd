// How a condition is compared, as a person chooses it, and what it is kept as.
import type { Input, InputCell, Value } from './table.ts'

/** Bounds of each way to compare, the lower one first. */
const bounds = {
  minimum: ['minimum'],
  exclusiveMinimum: ['exclusiveMinimum'],
  maximum: ['maximum'],
  exclusiveMaximum: ['exclusiveMaximum'],
  fromBelow: ['minimum', 'exclusiveMaximum'],
  fromTo: ['minimum', 'maximum'],
  aboveTo: ['exclusiveMinimum', 'maximum'],
  between: ['exclusiveMinimum', 'exclusiveMaximum'],
} as const
type Bounded = keyof typeof bounds
export type Operator = 'any' | 'oneOf' | 'noneOf' | Bounded

const lists = ['any', 'oneOf', 'noneOf'] as const
const ranges = Object.keys(bounds) as Bounded[]

export const operatorsOf = (type: Input['type']): readonly Operator[] => {
  if (type === 'boolean') return ['any', 'oneOf']
  return type === 'string' ? lists : ['any', ...ranges, 'oneOf', 'noneOf']
}

export function operatorOf(cell: InputCell): Operator {
  if (cell === null) return 'any'
  if ('oneOf' in cell) return 'oneOf'
  if ('noneOf' in cell) return 'noneOf'
  const said = new Set(Object.keys(cell))
  const fits = ranges.find((name) => {
    const wanted: readonly string[] = bounds[name]
    return wanted.length === said.size && wanted.every((bound) => said.has(bound))
  })
  return fits ?? 'any'
}

/** The values of a cell in the order in which they are asked for. */
export function valuesOf(cell: InputCell): readonly Value[] {
  if (cell === null) return []
  if ('oneOf' in cell) return cell.oneOf
  if ('noneOf' in cell) return cell.noneOf
  const operator = operatorOf(cell)
  const [lower, upper] = operator in bounds ? bounds[operator as Bounded] : []
  const at = (bound: keyof typeof cell | undefined) => (bound && cell[bound]) ?? ''
  return upper === undefined ? [at(lower)] : [at(lower), at(upper)]
}

/**
 * What is kept. A value that is not there yet is an empty text, which the service calls a fault of its cell: nothing
 * that was begun is lost.
 */
export function toCell(operator: Operator, values: readonly Value[]): InputCell {
  switch (operator) {
    case 'any':
      return null
    case 'oneOf':
      return { oneOf: values.filter((value) => value !== '') }
    case 'noneOf':
      return { noneOf: values.filter((value) => value !== '') }
    default:
      return Object.fromEntries(bounds[operator].map((bound, at) => [bound, values[at] ?? '']))
  }
}

export const isRange = (operator: Operator): operator is Bounded => operator in bounds
export const hasUpper = (operator: Operator): boolean =>
  isRange(operator) && bounds[operator].length === 2

/** Numbers as numbers; what is none stays text, and is told as a fault. */
export function toValue(type: Input['type'], text: string): Value {
  if (type === 'boolean') return text === 'true'
  return type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
    ? Number(text)
    : text
}
