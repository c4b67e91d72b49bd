// What a row gives, as text: in DMN and in a spreadsheet a cell is one.
import {
  isPeople,
  ORDERS,
  PERSON_KINDS,
  type InputType,
  type OutputCell,
  type OutputType,
  type TablePerson,
} from './table.ts'
import { isInputType } from './check-cells.ts'
import { CellUnreadable, readUnaryTest, writeValue } from './unary-tests.ts'

/** People as `role finance; managerLine 1-2; initiator`, separated by semicolons. */
function writePerson({ kind, ref, level, from, to, name }: TablePerson): string {
  if (kind === 'departmentLeader') return level === undefined ? kind : `${kind} ${level}`
  if (kind === 'managerLine') return `${kind} ${from ?? 1}${to === undefined ? '' : `-${to}`}`
  const what = ref ?? name
  return what === undefined ? kind : `${kind} ${what}`
}

function readPerson(text: string): TablePerson {
  const [word = '', ...rest] = text.trim().split(/\s+/)
  const kind = PERSON_KINDS.find((one) => one === word)
  const what = rest.join(' ')
  if (kind === undefined) {
    throw new CellUnreadable(
      `"${text.trim().slice(0, 40)}" begins with none of ${PERSON_KINDS.join(', ')}`,
    )
  }
  if (kind === 'initiator') return { kind }
  if (kind === 'variable') return { kind, name: what }
  if (kind === 'departmentLeader') return what === '' ? { kind } : { kind, level: Number(what) }
  if (kind !== 'managerLine') return { kind, ref: what }
  const [, from = '', to] = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(what) ?? []
  if (from === '') throw new CellUnreadable('managerLine needs levels, as managerLine 1-2')
  return { kind, from: Number(from), ...(to === undefined ? {} : { to: Number(to) }) }
}

/** @param bare As people write it in a spreadsheet; else as FEEL. */
export function writeOutput(cell: OutputCell, type: OutputType, bare: boolean): string {
  if (cell === null) return bare ? '' : '-'
  const text = isPeople(cell) ? cell.map(writePerson).join('; ') : cell
  if (type === 'approvals') return String(text)
  if (isInputType(type)) return writeValue(text, type, bare)
  return bare ? String(text) : writeValue(text, 'string', false)
}

/** @throws {@link CellUnreadable} */
export function readOutput(written: string, type: OutputType, bare: boolean): OutputCell {
  const text = written.trim()
  if (text === '' || text === '-') return null
  if (type === 'approvals') return readOne(text, 'number', bare)
  if (isInputType(type)) return readOne(text, type, bare)
  const plain = bare ? text : readText(text)
  if (type === 'people') {
    const people = plain.split(';').filter((one) => one.trim() !== '')
    return people.length === 0 ? null : people.map(readPerson)
  }
  if (type === 'order' && !ORDERS.some((order) => order === plain)) {
    throw new CellUnreadable(`the order is one of ${ORDERS.join(', ')}`)
  }
  return plain
}

function readText(written: string): string {
  const text = readOne(written, 'string', false)
  return typeof text === 'string' ? text : ''
}

/** One literal; FEEL expressions that compute something are not read. */
function readOne(text: string, type: InputType, bare: boolean): OutputCell {
  // A spreadsheet's text may hold commas and anything else.
  if (bare && type === 'string' && !text.startsWith('"')) return text
  const test = readUnaryTest(text, type, bare)
  const values = test !== null && 'oneOf' in test ? test.oneOf : []
  const [value, ...others] = values
  if (value === undefined || others.length > 0) {
    throw new CellUnreadable(`"${text.slice(0, 40)}" is not one value of type ${type}`)
  }
  return value
}
