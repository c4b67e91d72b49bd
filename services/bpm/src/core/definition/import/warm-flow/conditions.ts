import { toCel, type Operator, type Types } from '../conditions.ts'

const operators: ReadonlyMap<string, Operator> = new Map([
  ['eq', '=='],
  ['ne', '!='],
  ['gt', '>'],
  ['ge', '>='],
  ['lt', '<'],
  ['le', '<='],
  ['like', 'contains'],
  ['notLike', 'lacks'],
])

const orders: ReadonlySet<Operator> = new Set(['>', '>=', '<', '<='])

/**
 * `gt@@days|3`, and `default@@${days > 3 && kind == 'a'}`, whose text CEL reads as well; programs of the other
 * application (`spel@@`, `snel@@`) are not run.
 */
export function readSkipCondition(text: string, types: Types): string | undefined {
  const [, by = '', rest = ''] = /^(\w+)@@(.*)$/s.exec(text) ?? []
  if (by === 'default') return readExpression(rest)
  const operator = operators.get(by)
  const [, field, value] = /^\s*(\w+)\s*\|(.*)$/s.exec(rest) ?? []
  if (operator === undefined || field === undefined || value === undefined) return undefined
  // What is no number is never greater or less there, a date for one.
  if (orders.has(operator) && Number.isNaN(Number(value.trim() || NaN))) return undefined
  return toCel({ field, operator, value: value.trim() }, types)
}

function readExpression(text: string): string | undefined {
  const [, inner = ''] = /^\s*\$\{(.*)\}\s*$/s.exec(text) ?? []
  const said = inner.trim()
  // Calls of programs, and words for operators, are SpEL's own.
  if (said === '' || said.length > 2000 || /[#@$]|\b(?:and|or|not|T|new)\b/.test(said))
    return undefined
  return said
}
