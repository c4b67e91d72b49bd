import { Environment, type ParseResult } from '@marcbachmann/cel-js'
import { parseDate, type VariableDeclaration, type VariableType } from '../variables.ts'
import { TEXT_UNIT, workOf } from './expression-work.ts'

/** A CEL expression: its text without `${…}` and a function over the values of an instance. */
export interface Expression {
  readonly text: string
  /** @throws Error when a value that it needs is missing or of another type. */
  readonly evaluate: (scope: ExpressionScope) => unknown
  /** What that takes at most, in steps of some twenty nanoseconds. */
  readonly workIn: (scope: ExpressionScope) => number
}

/** What an expression sees besides the declared variables by name. */
export interface ExpressionScope {
  readonly variables: Readonly<Record<string, unknown>>
  readonly initiator: string
  /** Result of each user task by node id: `approved`, `rejected`, or empty while undecided. */
  readonly outcomes: ReadonlyMap<string, string>
}

/** Of an expression, in characters. */
export const maxLength = 2000
const limits = { maxAstNodes: 500, maxDepth: 30, maxListElements: 200, maxMapEntries: 50 }

const celTypes = {
  string: 'string',
  number: 'double',
  boolean: 'bool',
  // Text as it was sent; compare with date(due) < date("2026-01-31").
  date: 'string',
  user: 'string',
  users: 'list<string>',
} as const satisfies Record<VariableType, string>

/** The types of expressions whose value a variable of this type can take. */
export function celTypesOf(type: VariableType): readonly string[] {
  return type === 'number' ? ['double', 'int'] : [celTypes[type]]
}

/** Names that every expression sees; a declared variable of the same name hides behind `variables.x`. */
const reserved = new Set(['variables', 'initiator', 'outcomes'])

/** Thrown for text that is no expression. */
export class ExpressionInvalid extends Error {}

/**
 * Reads a CEL expression, with or without `${…}` around it. Types are left open here, since a graph
 * is compiled without the business type; {@link checkExpression} looks at them before a publish.
 *
 * @throws {@link ExpressionInvalid}
 */
export function parseExpression(source: string): Expression {
  const text = unwrap(source)
  if (text.length > maxLength) throw new ExpressionInvalid(`is longer than ${maxLength} characters`)
  const { ast } = parse(openEnvironment, text)
  const expression = expressionOf(text)
  facts.set(expression, factsOf(ast))
  return expression
}

/** What checks ask of an expression: of a process as large as one may be, parsing each once more takes longer than all else. */
interface Facts {
  readonly isConstant: boolean
  readonly looksInNothing: boolean
}

const facts = new WeakMap<Expression, Facts>()

const factsOf = (ast: unknown): Facts => ({
  isConstant: isConstant(ast),
  looksInNothing: hasEmptySearch(ast),
})

const knownOf = (expression: Expression): Facts =>
  facts.get(expression) ?? factsOf(openEnvironment.parse(expression.text).ast)

/**
 * The expression of a text that was parsed before. What is parsed is some hundred times as large as the text and is
 * kept from the first evaluation on: most processes that are read are only checked.
 */
export function expressionOf(text: string): Expression {
  let run: ParseResult | undefined
  let known = { longest: -1, work: 0 }
  const parsed = () => (run ??= parse(openEnvironment, text))
  return {
    text,
    evaluate: (scope) => parsed()(contextOf(scope)),
    workIn: (scope) => {
      const longest = longestIn(scope)
      if (known.longest !== longest) known = { longest, work: workOf(parsed().ast, longest) }
      return known.work
    },
  }
}

function longestIn({ variables, outcomes }: ExpressionScope): number {
  const values = Object.values(variables)
  const lengths = values.map((value) => {
    if (typeof value === 'string') return Math.ceil(value.length / TEXT_UNIT)
    return Array.isArray(value) ? value.length : 1
  })
  return Math.max(1, values.length, outcomes.size, ...lengths)
}

/** Names that one expression sees besides the declared variables, with their CEL types. */
export type Locals = Readonly<Record<string, 'string' | 'int' | 'double' | 'bool'>>

/** What is wrong with the types of an expression, or undefined. `expected` are CEL types. */
export function checkExpression(
  expression: Expression,
  declared: readonly VariableDeclaration[],
  expected: readonly string[],
  locals: Locals = {},
): string | undefined {
  const result = environmentOf(declared, locals).check(expression.text)
  if (!result.valid) return summaryOf(result.error)
  const type = result.type ?? 'dyn'
  if (type === 'dyn' || expected.includes(type)) return undefined
  return `gives ${type}, not ${expected.join(' or ')}`
}

/** Setting one up takes as long as some checks: one serves all expressions that see the same names. */
function environmentOf(declared: readonly VariableDeclaration[], locals: Locals): Environment {
  const shared = environments.get(declared) ?? new Map<string, Environment>()
  environments.set(declared, shared)
  const key = JSON.stringify(locals)
  const known = shared.get(key)
  if (known !== undefined) return known
  const environment = arithmetic(new Environment({ unlistedVariablesAreDyn: false, limits }))
  register(environment)
  for (const { name, type } of declared) {
    if (isName(name) && !Object.hasOwn(locals, name))
      environment.registerVariable(name, celTypes[type])
  }
  for (const [name, type] of Object.entries(locals)) environment.registerVariable(name, type)
  if (shared.size < MOST_SHARED) shared.set(key, environment)
  return environment
}

/** More than any process calls its items. */
const MOST_SHARED = 50

const environments = new WeakMap<readonly VariableDeclaration[], Map<string, Environment>>()

/** What an expression gives that speaks of no value at all; undefined where it does, or gives nothing. */
export function constantOf(expression: Expression): unknown {
  if (!knownOf(expression).isConstant) return undefined
  try {
    return openEnvironment.parse(expression.text)()
  } catch {
    return undefined
  }
}

/** Whether it looks for something in a list written out without anything in it. */
export const looksInNothing = (expression: Expression): boolean =>
  knownOf(expression).looksInNothing

function hasEmptySearch(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasEmptySearch)
  if (typeof node !== 'object' || node === null || !('op' in node) || !('args' in node))
    return false
  const list: unknown = node.op === 'in' && Array.isArray(node.args) ? node.args[1] : undefined
  return isEmptyList(list) || hasEmptySearch(node.args)
}

const isEmptyList = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  'op' in node &&
  node.op === 'list' &&
  'args' in node &&
  Array.isArray(node.args) &&
  node.args.length === 0

function isConstant(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isConstant)
  if (typeof node !== 'object' || node === null || !('op' in node) || !('args' in node)) return true
  return node.op !== 'id' && isConstant(node.args)
}

/** `${amount > 1000}` and `#{amount > 1000}` as other engines write it, or the bare text. */
export function unwrap(source: string): string {
  const text = source.trim()
  const match = /^[$#]\{([\s\S]*)\}$/.exec(text)
  return (match?.[1] ?? text).trim()
}

const openEnvironment = register(
  arithmetic(new Environment({ unlistedVariablesAreDyn: true, limits })),
)

function register(environment: Environment): Environment {
  return environment
    .registerVariable('variables', 'map<string, dyn>')
    .registerVariable('initiator', 'string')
    .registerVariable('outcomes', 'map<string, string>')
}

/**
 * Numbers of a business type are doubles and CEL has no `double + int`; people write `amount + 1`,
 * so the mixed forms are added. Without a type of its own the library takes that of the left side for the result.
 * Comparisons of the two are CEL's own.
 */
function arithmetic(environment: Environment): Environment {
  return environment
    .registerOperator('double + int', (left: number, right: bigint) => left + Number(right))
    .registerOperator('double - int', (left: number, right: bigint) => left - Number(right))
    .registerOperator('double * int', (left: number, right: bigint) => left * Number(right))
    .registerOperator('double / int', (left: number, right: bigint) => left / Number(right))
    .registerOperator('int + double: double', (left: bigint, right: number) => Number(left) + right)
    .registerOperator('int - double: double', (left: bigint, right: number) => Number(left) - right)
    .registerOperator('int * double: double', (left: bigint, right: number) => Number(left) * right)
    .registerOperator('int / double: double', (left: bigint, right: number) => Number(left) / right)
    .registerOperator('double == int', (left: number, right: bigint) => left === Number(right))
    .registerFunction('date(string): google.protobuf.Timestamp', (text: string) => {
      const date = parseDate(text)
      if (date === undefined) throw new Error('date() requires YYYY-MM-DD or an RFC 3339 date-time')
      return date
    })
}

function parse(environment: Environment, text: string): ParseResult {
  try {
    const run = environment.parse(text)
    refuseCostly(run.ast, 0)
    return run
  } catch (error) {
    if (error instanceof ExpressionInvalid) throw error
    throw new ExpressionInvalid(summaryOf(error), { cause: error })
  }
}

const loops = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])

/**
 * An expression runs inside a transaction, on values that users send. `matches` would run a
 * backtracking regular expression on them, and nested loops multiply the length of lists; `in` looks
 * through a list as well, if it is not written out.
 */
function refuseCostly(node: unknown, depth: number): void {
  if (Array.isArray(node)) {
    for (const part of node) refuseCostly(part, depth)
  } else if (typeof node === 'object' && node !== null && 'op' in node && 'args' in node) {
    const name = Array.isArray(node.args) && /^r?call$/.test(String(node.op)) ? node.args[0] : ''
    if (name === 'matches') throw new ExpressionInvalid('matches is not allowed')
    const isLoop = (node.op === 'rcall' && loops.has(String(name))) || isSearch(node)
    const inner = isLoop ? depth + 1 : depth
    if (inner > 2) throw new ExpressionInvalid('loops may be nested two deep')
    refuseCostly(node.args, inner)
  }
}

function isSearch({ op, args }: { readonly op: unknown; readonly args: unknown }): boolean {
  const list: unknown = op === 'in' && Array.isArray(args) ? args[1] : undefined
  return typeof list === 'object' && list !== null && 'op' in list && list.op !== 'list'
}

function contextOf({ variables, initiator, outcomes }: ExpressionScope): Map<string, unknown> {
  const context = new Map<string, unknown>(Object.entries(variables))
  context.set('variables', new Map(Object.entries(variables)))
  context.set('initiator', initiator)
  context.set('outcomes', outcomes)
  return context
}

function summaryOf(error: unknown): string {
  const summary =
    error instanceof Error ? ('summary' in error ? error.summary : error.message) : error
  return String(summary)
}

/**
 * Whether an expression can speak of a value by its name alone. Words and types of CEL are left to
 * `variables["…"]`, as `package` and `string`.
 */
export function isName(name: string): boolean {
  const known = names.get(name)
  if (known !== undefined) return known
  const usable = /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name) && isNoWordOfCel(name)
  if (names.size < 10_000) names.set(name, usable)
  return usable
}

const names = new Map<string, boolean>()

function isNoWordOfCel(name: string): boolean {
  try {
    const environment = new Environment().registerVariable(name, 'string')
    return environment.check(name).type === 'string'
  } catch {
    return false
  }
}
