import { DurationInvalid, parseDuration } from '../working-time.ts'
import { comparable } from './evaluate.ts'
import {
  boundsOf,
  INPUT_TYPES,
  isPeople,
  ORDERS,
  type CellValue,
  type InputCell,
  type InputType,
  type OutputCell,
  type OutputType,
  type TablePerson,
} from './table.ts'
import type { VariableDeclaration } from '../variables.ts'

/** What is wrong with a cell, or undefined. */
interface CellFault {
  readonly code: string
  readonly message: string
}

const typeWords = {
  string: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  date: 'a date, YYYY-MM-DD',
} as const satisfies Record<InputType, string>

export function findInputFault(cell: InputCell, type: InputType): CellFault | undefined {
  if (cell === null) return undefined
  if ('oneOf' in cell) return findListFault(cell.oneOf, type)
  if ('noneOf' in cell) return findListFault(cell.noneOf, type)
  const bounds = boundsOf(cell)
  if (bounds.length > 0 && (type === 'string' || type === 'boolean')) {
    return { code: 'cell_type', message: 'only numbers and dates have bounds: name the values' }
  }
  if ('minimum' in cell && 'exclusiveMinimum' in cell) return twice('lower')
  if ('maximum' in cell && 'exclusiveMaximum' in cell) return twice('upper')
  return wrongType(bounds, type)
}

function findListFault(values: readonly CellValue[], type: InputType): CellFault | undefined {
  if (values.length === 0) return { code: 'cell_empty', message: 'it names no value' }
  return wrongType(values, type)
}

const twice = (which: string): CellFault => ({
  code: 'cell_type',
  message: `it has two ${which} bounds: keep one`,
})

function wrongType(values: readonly CellValue[], type: InputType): CellFault | undefined {
  const wrong = values.find((value) => comparable(type, value) === undefined)
  if (wrong === undefined) return undefined
  return { code: 'cell_type', message: `"${String(wrong).slice(0, 40)}" is not ${typeWords[type]}` }
}

/** @param variables Of the business type: people can be those of a variable. */
export function findOutputFault(
  cell: OutputCell,
  type: OutputType,
  variables: readonly VariableDeclaration[],
): CellFault | undefined {
  switch (type) {
    case 'people':
      return isPeople(cell) && cell.length > 0
        ? cell.map((one) => findPersonFault(one, variables)).find((fault) => fault !== undefined)
        : { code: 'output_missing', message: 'nobody is named' }
    case 'approvals': {
      const fits =
        cell === null || (Number.isInteger(cell) && Number(cell) >= 1 && Number(cell) <= 500)
      return fits ? undefined : { code: 'cell_type', message: 'it must be a whole number from 1' }
    }
    case 'order':
      if (cell === null || ORDERS.some((order) => order === cell)) return undefined
      return { code: 'cell_type', message: `it must be one of ${ORDERS.join(', ')}` }
    case 'due':
      return cell === null ? undefined : findDurationFault(cell)
    default:
      if (cell === null) return { code: 'output_missing', message: 'a value is missing' }
      return isPeople(cell) ? wrongType([''], 'number') : wrongType([cell], type)
  }
}

function findDurationFault(cell: Exclude<OutputCell, null>): CellFault | undefined {
  const code = 'cell_type'
  if (typeof cell !== 'string') return { code, message: 'it must be a duration, as P2D' }
  try {
    const { years, months } = parseDuration(cell)
    // Working time, which most dues are counted in, has neither.
    if (years > 0 || months > 0) return { code, message: 'take weeks, days or hours' }
    return undefined
  } catch (error) {
    if (!(error instanceof DurationInvalid)) throw error
    return { code, message: `"${cell.slice(0, 40)}": ${error.message}` }
  }
}

function findPersonFault(
  person: TablePerson,
  variables: readonly VariableDeclaration[],
): CellFault | undefined {
  const incomplete = (what: string): CellFault => ({
    code: 'person_incomplete',
    message: `${person.kind} needs ${what}`,
  })
  switch (person.kind) {
    case 'user':
    case 'role':
    case 'department':
    case 'post':
      return (person.ref ?? '').trim() === '' ? incomplete('a ref') : undefined
    case 'managerLine': {
      const { from = 1, to = from } = person
      return from < 1 || to < from ? incomplete('levels from 1, not falling') : undefined
    }
    case 'variable': {
      const declared = variables.find(({ name }) => name === person.name)
      const isPeopleType = declared?.type === 'user' || declared?.type === 'users'
      return isPeopleType ? undefined : incomplete('the name of a variable for people')
    }
    case 'departmentLeader':
    case 'initiator':
      return undefined
  }
}

/** How many people are named at most. */
export function mostPeople(people: readonly TablePerson[]): number {
  return people.reduce((sum, { kind, from = 1, to = from }) => {
    if (kind === 'managerLine') return sum + to - from + 1
    return kind === 'user' || kind === 'initiator' || kind === 'departmentLeader'
      ? sum + 1
      : Infinity
  }, 0)
}

export const isInputType = (type: string): type is InputType =>
  INPUT_TYPES.some((one) => one === type)
