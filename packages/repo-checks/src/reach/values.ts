import { at, listAt, nameOf, type Node, unwrap, visit } from './ast.ts'
import { boundNames, type Declaration, type Module } from './module.ts'
import type { Tree } from './tree.ts'

/** Where an expression stands, so that the constants it names can be found. */
export interface Scope {
  readonly tree: Tree
  readonly module: Module
  /** The function around it. */
  readonly around: Declaration
  /** Constants of that function; of what a loop goes through, the list that it comes from. */
  readonly locals: ReadonlyMap<string, Node>
}

/** Stands for what the sources put together only while they run. */
export const UNKNOWN = '\u0000'

/** The scope of the code of one declaration. */
export function scopeIn(tree: Tree, module: Module, around: Declaration): Scope {
  const locals = new Map<string, Node>()
  visit(around.node, (part) => {
    const init = part.type === 'VariableDeclarator' ? at(part, 'init') : undefined
    const name = nameOf(at(part, 'id'))
    if (init !== undefined && name !== undefined) locals.set(name, init)
    const list = part.type === 'ForOfStatement' ? at(part, 'right') : undefined
    const [each] = listAt(at(part, 'left'), 'declarations')
    if (list !== undefined) for (const one of boundNames(at(each, 'id'))) locals.set(one, list)
  })
  return { tree, module, around, locals }
}

/** The text of an expression as far as the sources spell it out. */
export function textOf(scope: Scope, node: Node | undefined): string {
  const value = unwrap(node)
  if (value?.type === 'Literal') return nameOf(value) ?? UNKNOWN
  if (value?.type === 'Identifier') {
    const constant = constantOf(scope, value)
    return constant === undefined ? UNKNOWN : textOf(constant.scope, constant.value)
  }
  if (value?.type === 'MemberExpression') {
    const field = nameOf(at(value, 'property')) ?? ''
    const found = fieldOf(scope, at(value, 'object'), field)
    return found === undefined ? UNKNOWN : textOf(scope, found)
  }
  if (value?.type !== 'TemplateLiteral') return UNKNOWN
  const inserted = listAt(value, 'expressions').map((part) => textOf(scope, part))
  return listAt(value, 'quasis')
    .map((quasi, index) => `${cooked(quasi)}${inserted[index] ?? ''}`)
    .join('')
}

function cooked({ value }: Node): string {
  return typeof value === 'object' && value !== null && 'cooked' in value
    ? String(value.cooked)
    : ''
}

/** The value of a field of an object that is spelled out, here or in a constant. */
export function fieldOf(scope: Scope, node: Node | undefined, field: string): Node | undefined {
  const value = unwrap(node)
  if (value?.type === 'Identifier') {
    const constant = constantOf(scope, value)
    return constant && fieldOf(constant.scope, constant.value, field)
  }
  for (const property of listAt(value, 'properties')) {
    if (nameOf(at(property, 'key')) === field) return unwrap(at(property, 'value'))
    const spread = property.type === 'SpreadElement' ? at(property, 'argument') : undefined
    const inside = spread && fieldOf(scope, spread, field)
    if (inside !== undefined) return inside
  }
  return undefined
}

function constantOf(
  scope: Scope,
  identifier: Node,
): { readonly scope: Scope; readonly value: Node } | undefined {
  const name = nameOf(identifier) ?? ''
  const local = scope.locals.get(name)
  if (local !== undefined) return local === identifier ? undefined : { scope, value: local }
  const found = scope.tree.find(scope.module, name)
  const value = at(found?.declaration.node, 'init')
  if (found === undefined || value === undefined) return undefined
  return {
    scope: { ...scope, module: found.module, around: found.declaration, locals: new Map() },
    value,
  }
}
