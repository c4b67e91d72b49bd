import { at, isNode, type Node, nameOf, parse } from '../reach/ast.ts'

/** Something wrong with a test file, in words. */
export type Fault = string

const REGISTERS = new Set(['it', 'test', 'describe'])
const CONDITIONS = new Set([
  'IfStatement',
  'SwitchStatement',
  'ConditionalExpression',
  'LogicalExpression',
])
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])

/** Where in a file a node stands. */
interface Place {
  readonly isConditional: boolean
  readonly isInFunction: boolean
}

/**
 * Finds tests that are there on one machine and not on another: those registered under a condition,
 * and files that may register none at all, which the runner takes for a failure. A test that lacks a
 * tool is skipped instead (by its tag, or `skipIf`), so that the closing line counts it.
 *
 * @throws when the file cannot be parsed.
 */
export function findVanishingTests(file: string, text: string): readonly Fault[] {
  const places = registrationsIn(parse(file, text).body, {
    isConditional: false,
    isInFunction: false,
  })
  const conditional = places.filter(({ isConditional }) => isConditional)
  const certain = places.filter((place) => !place.isConditional && !place.isInFunction)
  return [
    ...conditional.map(() => `${file} registers a test under a condition: skip it by a tag`),
    ...(certain.length > 0 ? [] : [`${file} may be without a test: register one in any case`]),
  ]
}

function registrationsIn(value: unknown, place: Place): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap((item) => registrationsIn(item, place))
  if (!isNode(value)) return []
  const inside = {
    isConditional: place.isConditional || CONDITIONS.has(value.type),
    isInFunction: place.isInFunction || FUNCTIONS.has(value.type),
  }
  const below = Object.values(value).flatMap((child) => registrationsIn(child, inside))
  return isRegistration(value) ? [place, ...below] : below
}

/** `it('…')`, `describe.each([…])('…')` and the like: a call whose innermost name registers tests. */
function isRegistration(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  let called = at(node, 'callee')
  while (called?.type === 'MemberExpression') called = at(called, 'object')
  return REGISTERS.has(nameOf(called) ?? '')
}
