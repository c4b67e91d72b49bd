import type { Expression } from '../graph.ts'

const opposites = new Map([
  ['>', '<='],
  ['<=', '>'],
  ['<', '>='],
  ['>=', '<'],
  ['==', '!='],
  ['!=', '=='],
])

/**
 * Whether of two conditions one always holds: `a > 1` and `a <= 1`, `ok` and `!ok`, or the literal
 * `true` among any. Only such plain forms are seen; for the others a default flow is asked for.
 */
export function areComplements(conditions: readonly Expression[]): boolean {
  const texts = conditions.map(({ text }) => text.replaceAll(/\s+/g, ''))
  if (texts.includes('true')) return true
  const [first, second] = texts
  if (texts.length !== 2 || first === undefined || second === undefined) return false
  return isNegation(first, second) || isNegation(second, first) || areOpposite(first, second)
}

function isNegation(text: string, other: string): boolean {
  return other === `!(${text})` || (other === `!${text}` && /^[\w.]+$/.test(text))
}

function areOpposite(first: string, second: string): boolean {
  const a = comparisonOf(first)
  const b = comparisonOf(second)
  if (a === undefined || b === undefined) return false
  return a.left === b.left && a.right === b.right && opposites.get(a.operator) === b.operator
}

function comparisonOf(text: string) {
  const match = /^([\w.]+)(==|!=|<=|>=|<|>)([\w.]+|"[^"]*"|'[^']*')$/.exec(text)
  const [, left, operator, right] = match ?? []
  if (left === undefined || operator === undefined || right === undefined) return undefined
  return { left, operator, right }
}
