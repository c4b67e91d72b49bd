import { parseSync } from 'oxc-parser'

/** A node of the syntax tree, as far as this folder looks into it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export interface Comment {
  readonly value: string
  readonly end: number
}

export interface Parsed {
  readonly body: readonly Node[]
  readonly comments: readonly Comment[]
}

/** @throws when the file is not TypeScript: a file that was not read would count as empty. */
export function parse(file: string, text: string): Parsed {
  const { program, comments, errors } = parseSync(file, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  return { body: program.body as unknown as readonly Node[], comments }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** The node in a field, when there is one. */
export function at(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

/** The nodes of a field that is a list; holes of patterns are left out. */
export function listAt(node: Node | undefined, field: string): readonly Node[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier or of a plain key, else undefined. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  const { name, value } = node
  if (typeof name === 'string') return name
  return node.type === 'Literal' && typeof value === 'string' ? value : undefined
}

/** What `as const` and `satisfies` are written around. */
export function unwrap(node: Node | undefined): Node | undefined {
  const wrapped = ['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']
  return node !== undefined && wrapped.includes(node.type) ? unwrap(at(node, 'expression')) : node
}

/** Parts of the tree that say something about types alone. */
const ABOUT_TYPES = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'implements',
])

/** Visits every node of a value, parents first; what is said of types alone is left out. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const [field, value] of Object.entries(node)) {
    if (ABOUT_TYPES.has(field)) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, see)
    }
  }
}
