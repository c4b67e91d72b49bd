import type { Place } from './axis.ts'
import type { CellValue, DecisionTable } from './table.ts'

/** A test of a cell in words. */
function cellInWords(cell: Place): string {
  if (cell === null) return 'any'
  if ('missing' in cell) return 'no value'
  if ('oneOf' in cell) return listed('one of', cell.oneOf)
  if ('noneOf' in cell) return cell.noneOf.length === 0 ? 'any' : listed('none of', cell.noneOf)
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = cell
  const parts = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
  ]
  return parts.length === 0 ? 'any' : parts.join(' and ')
}

const listed = (how: string, values: readonly CellValue[]): string =>
  values.length === 1
    ? `${how === 'one of' ? '' : 'not '}${values[0]}`
    : `${how} ${values.join(', ')}`

/** Where among the values, naming the inputs that matter alone. */
export function whereInWords({ inputs }: DecisionTable, where: readonly Place[]): string {
  const said = inputs.flatMap(({ variable, label }, at) => {
    const place = where[at] ?? null
    return place === null ? [] : [`${label ?? variable} is ${cellInWords(place)}`]
  })
  return said.length === 0 ? 'whatever the values are' : said.join(' and ')
}
