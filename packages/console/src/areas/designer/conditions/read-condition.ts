import { parse, type ASTNode } from '@marcbachmann/cel-js'
import type { Clause, ClauseValue, Condition, Field, Operator } from './condition.ts'

/** What a form can make of an expression. */
type Reading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'form'; readonly condition: Condition }
  /** It is an expression, and says more than the form can. */
  | { readonly kind: 'beyond' }
  /** It is no expression. */
  | { readonly kind: 'unreadable' }

export function readCondition(text: string | undefined, fields: readonly Field[]): Reading {
  const bare = unwrap(text ?? '')
  if (bare === '') return { kind: 'empty' }
  const ast = findAst(bare)
  if (ast === undefined) return { kind: 'unreadable' }
  const condition = conditionOf(ast, new Map(fields.map((field) => [field.name, field])))
  return condition === undefined ? { kind: 'beyond' } : { kind: 'form', condition }
}

/** Other engines write `${…}`, which the service reads as well. */
const unwrap = (text: string): string =>
  (/^\s*[$#]\{([\s\S]*)\}\s*$/.exec(text)?.[1] ?? text).trim()

function findAst(text: string): ASTNode | undefined {
  try {
    return parse(text).ast
  } catch {
    return undefined
  }
}

type Fields = ReadonlyMap<string, Field>

function conditionOf(ast: ASTNode, fields: Fields): Condition | undefined {
  const join = ast.op === '||' ? 'any' : 'all'
  const groups = (join === 'any' ? flatten(ast, '||') : [ast]).map((part) =>
    clausesOf(flatten(part, '&&'), fields),
  )
  if (groups.some((clauses) => clauses === undefined)) return undefined
  const known = groups.flatMap((clauses) => (clauses === undefined ? [] : [clauses]))
  if (join === 'any' && known.some(({ length }) => length !== 1)) return undefined
  return { join, clauses: known.flat() }
}

function flatten(ast: ASTNode, operator: '&&' | '||'): readonly ASTNode[] {
  if (ast.op !== operator) return [ast]
  const [left, right] = ast.args
  return [...flatten(left, operator), ...flatten(right, operator)]
}

/** Clauses that all hold; a question that is put only where there is a value is one clause. */
function clausesOf(parts: readonly ASTNode[], fields: Fields): readonly Clause[] | undefined {
  const clauses: Clause[] = []
  for (const part of parts) {
    const clause = clauseOf(part, fields)
    if (clause === undefined) return undefined
    const before = clauses.at(-1)
    if (before?.operator === 'given' && before.field === clause.field) clauses.pop()
    clauses.push(clause)
  }
  return clauses
}

const comparisons: Readonly<Record<string, Operator>> = {
  '==': 'equals',
  '!=': 'differs',
  '>': 'above',
  '>=': 'atLeast',
  '<': 'below',
  '<=': 'atMost',
}
const turned: Readonly<Record<string, Operator>> = {
  '==': 'equals',
  '!=': 'differs',
  '>': 'below',
  '>=': 'atMost',
  '<': 'above',
  '<=': 'atLeast',
}
const opposites: Partial<Readonly<Record<Operator, Operator>>> = {
  oneOf: 'noneOf',
  includes: 'excludes',
  yes: 'no',
  given: 'missing',
}

function clauseOf(ast: ASTNode, fields: Fields): Clause | undefined {
  switch (ast.op) {
    case '!_': {
      const clause = clauseOf(ast.args, fields)
      const operator = clause === undefined ? undefined : opposites[clause.operator]
      return clause === undefined || operator === undefined ? undefined : { ...clause, operator }
    }
    case 'in':
      return membership(ast.args, fields)
    case 'rcall':
      return textQuestion(ast.args, fields)
    case 'call':
      return presence(ast.args, fields)
    case '==':
    case '!=':
    case '>':
    case '>=':
    case '<':
    case '<=':
      return comparison(ast.op, ast.args, fields)
    default: {
      const field = fieldOf(ast, fields)
      return field?.type === 'boolean' ? { field: field.name, operator: 'yes' } : undefined
    }
  }
}

function comparison(
  sign: string,
  [left, right]: readonly [ASTNode, ASTNode],
  fields: Fields,
): Clause | undefined {
  const first = fieldOf(undated(left), fields)
  const field = first ?? fieldOf(undated(right), fields)
  const operator = (first === undefined ? turned : comparisons)[sign]
  if (field === undefined || operator === undefined) return undefined
  const [subject, object] = first === undefined ? [right, left] : [left, right]
  const isDated = undated(subject) !== subject
  if (isDated !== (field.type === 'date') || isDated !== (undated(object) !== object)) {
    return undefined
  }
  const given = literalOf(undated(object))
  if (given === undefined) return undefined
  return typed({ field: field.name, operator, value: given.value }, field)
}

/** What a date is made of: `date(due)`. */
function undated(ast: ASTNode): ASTNode {
  if (ast.op !== 'call' || ast.args[0] !== 'date') return ast
  return ast.args[1][0] ?? ast
}

function typed(clause: Clause, { type }: Field): Clause | undefined {
  const { value, operator } = clause
  const { field } = clause
  if (type === 'boolean') return undefined
  if (value === undefined) return { field, operator }
  const isOrder = operator !== 'equals' && operator !== 'differs'
  switch (type) {
    case 'number':
      return typeof value === 'number' ? clause : undefined
    case 'date':
      return typeof value === 'string' && operator !== 'differs' ? clause : undefined
    case 'string':
    case 'user':
      return typeof value === 'string' && !isOrder ? clause : undefined
    case 'users':
      return undefined
  }
}

function membership(
  [left, right]: readonly [ASTNode, ASTNode],
  fields: Fields,
): Clause | undefined {
  const many = fieldOf(right, fields)
  if (many !== undefined) {
    const one = literalOf(left)
    if (many.type !== 'users' || one === undefined || typeof one.value === 'number')
      return undefined
    return { field: many.name, operator: 'includes', value: one.value }
  }
  const field = fieldOf(left, fields)
  if (right.op !== 'list' || (field?.type !== 'string' && field?.type !== 'user')) return undefined
  const values = right.args.map((each) => literalOf(each)?.value)
  const texts = values.filter((value) => typeof value === 'string')
  if (texts.length !== values.length) return undefined
  return { field: field.name, operator: 'oneOf', value: texts }
}

function textQuestion(
  [name, subject, [object]]: readonly [string, ASTNode, ASTNode[]],
  fields: Fields,
): Clause | undefined {
  const field = fieldOf(subject, fields)
  const given = object === undefined ? undefined : literalOf(object)
  if (field?.type !== 'string' || given === undefined || typeof given.value === 'number') {
    return undefined
  }
  if (name !== 'contains' && name !== 'startsWith') return undefined
  return { field: field.name, operator: name, value: given.value }
}

function presence(
  [name, [subject]]: readonly [string, ASTNode[]],
  fields: Fields,
): Clause | undefined {
  if (name !== 'has' || subject?.op !== '.') return undefined
  const field = fieldOf(subject, fields)
  return field === undefined ? undefined : { field: field.name, operator: 'given' }
}

function fieldOf(ast: ASTNode, fields: Fields): Field | undefined {
  if (ast.op === 'id') return fields.get(ast.args)
  if (ast.op !== '.' && ast.op !== '[]') return undefined
  const [map, key] = ast.args
  if (map.op !== 'id' || map.args !== 'variables') return undefined
  const name = typeof key === 'string' ? key : literalOf(key)?.value
  return typeof name === 'string' && name !== 'initiator' ? fields.get(name) : undefined
}

/** A text or a number as it is written; without a value where it is `null`, which the form writes. */
function literalOf(
  ast: ASTNode,
): { readonly value: Exclude<ClauseValue, readonly string[]> } | undefined {
  if (ast.op === '-_') {
    const positive = literalOf(ast.args)?.value
    return typeof positive === 'number' ? { value: -positive } : undefined
  }
  if (ast.op !== 'value') return undefined
  const { args } = ast
  if (args === null) return { value: undefined }
  if (typeof args === 'bigint') return { value: Number(args) }
  return typeof args === 'number' || typeof args === 'string' ? { value: args } : undefined
}
