// The unary tests that a cell can hold, in S-FEEL (DMN 1.3, chapter 9): `-`, `>= 10`, `[1..5)`, `"A","B"`, `not("A")`,
// `date("2026-01-31")`. Anything else is refused: a cell is no program (ADR 0064).
import { comparable } from './evaluate.ts'
import type { CellValue, InputCell, InputType, Range } from './table.ts'

/** Thrown for a text that is no test of ours. */
export class CellUnreadable extends Error {}

const tokens =
  /\s*(?:(\.\.)|(<=|>=|<|>|\[|\]|\(|\)|,)|(?:date(?: and time)?\s*\(\s*)("[^"]*")\s*\)|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?![\w.-]))|([^\s,"()[\]<>=](?:(?!\.\.)[^,"()[\]<>=])*)(?=[,)\](]|\.\.|$))/gy

interface Token {
  readonly sign?: string
  readonly literal?: string
  readonly isText?: boolean
}

function tokenize(text: string): readonly Token[] {
  const found: Token[] = []
  const end = text.trimEnd().length
  tokens.lastIndex = 0
  while (tokens.lastIndex < end) {
    const at = tokens.lastIndex
    const match = tokens.exec(text)
    if (match === null) throw new CellUnreadable(`"${text.slice(at, at + 40)}" is not understood`)
    const [, dots, sign, date, quoted, number, bare] = match
    const literal = number ?? bare
    if (dots !== undefined || sign !== undefined) found.push({ sign: dots ?? sign ?? '' })
    else if (date !== undefined || quoted !== undefined) {
      found.push({ literal: unquote(date ?? quoted ?? ''), isText: true })
    } else if (literal !== undefined) found.push({ literal: literal.trim() })
  }
  return found
}

const unquote = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/g, '$1')

/**
 * @param bare Texts may go without quotation marks, as people write them in a spreadsheet.
 * @throws {@link CellUnreadable}
 */
export function readUnaryTest(text: string, type: InputType, bare = false): InputCell {
  const written = text.trim()
  if (written === '' || written === '-') return null
  const list = tokenize(written)
  const valueOf = (token: Token | undefined): CellValue => toValue(token, type, bare)
  const signs = list.map(({ sign }) => sign)
  const [first] = list
  if (
    first?.literal === 'not' &&
    first.isText !== true &&
    signs[1] === '(' &&
    signs.at(-1) === ')'
  ) {
    return { noneOf: readList(list.slice(2, -1), valueOf) }
  }
  if (first?.sign !== undefined && first.sign in comparisons && list.length === 2) {
    const bound = comparisons[first.sign as keyof typeof comparisons]
    return { [bound]: valueOf(list[1]) }
  }
  if (signs[2] === '..' && list.length === 5) return readInterval(list, valueOf)
  return { oneOf: readList(list, valueOf) }
}

const comparisons = {
  '>=': 'minimum',
  '>': 'exclusiveMinimum',
  '<=': 'maximum',
  '<': 'exclusiveMaximum',
} as const

function readInterval(
  [open, from, , to, close]: readonly Token[],
  valueOf: (token: Token | undefined) => CellValue,
): Range {
  if (!['[', ']', '('].includes(open?.sign ?? '') || ![']', '[', ')'].includes(close?.sign ?? '')) {
    throw new CellUnreadable('an interval is written as [1..5] or [1..5)')
  }
  return {
    [open?.sign === '[' ? 'minimum' : 'exclusiveMinimum']: valueOf(from),
    [close?.sign === ']' ? 'maximum' : 'exclusiveMaximum']: valueOf(to),
  }
}

function readList(
  list: readonly Token[],
  valueOf: (token: Token | undefined) => CellValue,
): readonly CellValue[] {
  return list.flatMap((token, at) => {
    if (at % 2 === 0) return [valueOf(token)]
    if (token.sign !== ',' || at === list.length - 1) {
      throw new CellUnreadable('values of a list are kept apart by commas')
    }
    return []
  })
}

function toValue(token: Token | undefined, type: InputType, bare: boolean): CellValue {
  const { literal, isText = false } = token ?? {}
  if (literal === undefined) throw new CellUnreadable('a value is missing')
  if (type === 'number' && !isText && literal !== '' && Number.isFinite(Number(literal))) {
    return Number(literal)
  }
  if (type === 'boolean' && !isText && (literal === 'true' || literal === 'false')) {
    return literal === 'true'
  }
  if (type === 'string' && (isText || bare)) return literal
  if (type === 'date' && (isText || bare) && comparable('date', literal) !== undefined)
    return literal
  throw new CellUnreadable(`${literal.slice(0, 40)} is no value of type ${type}`)
}

/** The same, written. With `bare`, texts that cannot be taken for anything else go without marks. */
export function writeUnaryTest(cell: InputCell, type: InputType, bare = false): string {
  if (cell === null) return bare ? '' : '-'
  const write = (value: CellValue) => writeValue(value, type, bare)
  if ('oneOf' in cell) return cell.oneOf.map(write).join(bare ? ', ' : ',')
  if ('noneOf' in cell) return `not(${cell.noneOf.map(write).join(bare ? ', ' : ',')})`
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = cell
  const lower = minimum ?? exclusiveMinimum
  const upper = maximum ?? exclusiveMaximum
  if (lower === undefined && upper === undefined) return bare ? '' : '-'
  if (lower === undefined || upper === undefined) {
    const [name, sign] =
      Object.entries(comparisons)
        .map(([written, bound]) => [bound, written] as const)
        .find(([bound]) => cell[bound] !== undefined) ?? []
    return name === undefined ? '' : `${sign} ${write(cell[name] ?? '')}`
  }
  const open = minimum === undefined ? '(' : '['
  const close = maximum === undefined ? ')' : ']'
  return `${open}${write(lower)}..${write(upper)}${close}`
}

export function writeValue(value: CellValue, type: InputType, bare: boolean): string {
  if (type === 'number' || type === 'boolean') return String(value)
  const text = String(value)
  if (type === 'date') return bare ? text : `date("${text}")`
  const isPlain = bare && text === text.trim() && /^[\p{L}_][\p{L}\p{N}_ &/+-]*$/u.test(text)
  return isPlain && text !== 'not' ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
