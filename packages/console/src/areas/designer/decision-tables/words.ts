// Conditions, results and faults of a table as sentences.
import { formatNumber } from '../../../text/format.ts'
import type { Say } from '../../../text/i18n.ts'
import type { Input, InputCell, OutputCell, Table, Value } from './table.ts'
import { isPeople } from './table.ts'

type Designer = Say<'designer'>
export type Place = InputCell | { readonly missing: true }

const inWords = (value: Value, t: Designer): string => {
  if (typeof value === 'boolean') return t(value ? 'tables.yes' : 'tables.no')
  return typeof value === 'number' ? formatNumber(value) : value
}

const boundNames = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const

function placeWords(place: Place, t: Designer): string {
  if (place === null) return t('tables.words.any')
  if ('missing' in place) return t('tables.words.missing')
  if ('oneOf' in place) return place.oneOf.map((one) => inWords(one, t)).join(', ')
  if ('noneOf' in place) {
    return t('tables.words.not', { values: place.noneOf.map((one) => inWords(one, t)).join(', ') })
  }
  const said = boundNames.flatMap((name) => {
    const value = place[name]
    return value === undefined ? [] : [t(`tables.words.${name}`, { value: inWords(value, t) })]
  })
  const [first = '', second] = said
  return second === undefined ? first : t('tables.words.and', { first, second })
}

export const inputName = ({ label, variable }: Input): string => label ?? variable

/** Where among the values: conditions that are any are not worth a word, unless all are. */
export function whereWords(table: Table, where: readonly Place[], t: Designer): string {
  const said = where.flatMap((place, at) => {
    const input = table.inputs[at]
    if (place === null || input === undefined) return []
    return [`${inputName(input)}: ${placeWords(place, t)}`]
  })
  return said.length === 0 ? t('tables.words.any') : said.join('; ')
}

export function outputName({ label, name, type }: Table['outputs'][number], t: Designer): string {
  const isRule = type === 'people' || type === 'approvals' || type === 'order' || type === 'due'
  return isRule ? t(`tables.outputType.${type}`) : (label ?? name)
}

/** What comes of an example, shortly. */
export function givenWords(
  cells: readonly OutputCell[] | null | undefined,
  nameOf: (id: string) => string,
  t: Designer,
): string {
  const said = (cells ?? []).flatMap((cell) => {
    if (cell === null) return []
    if (!isPeople(cell)) {
      const isOrder = cell === 'together' || cell === 'inTurn'
      return [isOrder ? t(`tables.order.${cell}`) : inWords(cell, t)]
    }
    return cell.map(({ kind, ref, name }) => {
      const who = ref === undefined ? (name ?? '') : nameOf(ref)
      return `${t(`candidates.kind.${kind}`)} ${who}`.trim()
    })
  })
  return said.length === 0 ? t('tables.nothing') : said.join(', ')
}

const known = [
  'overlap',
  'gap',
  'unreachable',
  'unreachable_empty',
  'gaps_unproven',
  'reached_unproven',
  'cell_type',
  'cell_empty',
  'output_missing',
  'person_incomplete',
  'approvals_unreachable',
  'example_differs',
  'example_value',
  'inputs_missing',
  'outputs_missing',
  'rows_missing',
  'people_missing',
  'output_collects',
  'output_dropped',
] as const

export interface TableFault {
  readonly pointer: string
  readonly code: string
  readonly message: string
  readonly rows?: readonly number[]
  readonly where?: readonly Place[]
  readonly given?: readonly OutputCell[] | null
}

/** A fault in words; one without words of ours keeps those of the service. */
export function faultWords(table: Table, fault: TableFault, t: Designer): string {
  const code = known.find((one) => one === fault.code)
  if (code === undefined) return fault.message
  const rows = (fault.rows ?? []).map((row) => row + 1).join(', ')
  const example = Number(/^\/examples\/(\d+)/.exec(fault.pointer)?.[1] ?? 0) + 1
  const where = whereWords(table, fault.where ?? [], t)
  return t(`tables.problem.${code}`, { rows, example, where })
}

/** The row that a fault is to be shown at; undefined for those of the table as a whole. */
export const rowOf = ({ pointer }: TableFault): number | undefined => {
  const row = /^\/table\/rows\/(\d+)/.exec(pointer)?.[1]
  return row === undefined ? undefined : Number(row)
}
