/** A node of a syntax tree (ESTree), as far as it is looked at. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Where a way begins: before or behind a place, or around a part that is a statement or an expression. */
export type Way =
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'statement' | 'expression'; readonly part: Node }

/** The ways that lead on from a node. */
export function waysOf(node: Node): readonly Way[] {
  const parts = (...names: string[]) => names.map((name) => node[name]).filter(isNode)
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return parts('body').map(toBody)
    case 'IfStatement':
      return parts('consequent', 'alternate').map(toStatement)
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'CatchClause':
      return parts('body').map(toStatement)
    case 'SwitchCase':
      return nodesOf(node['consequent'])
        .slice(0, 1)
        .map(({ start: at }) => ({ kind: 'at', at }))
    case 'ConditionalExpression':
      return parts('consequent', 'alternate').map(toExpression)
    case 'LogicalExpression':
      return parts('right').map(toExpression)
    default:
      return []
  }
}

const toStatement = (part: Node): Way =>
  part.type === 'BlockStatement' ? { kind: 'at', at: part.start + 1 } : { kind: 'statement', part }
const toExpression = (part: Node): Way => ({ kind: 'expression', part })

function toBody(body: Node): Way {
  if (body.type !== 'BlockStatement' && body.type !== 'FunctionBody') return toExpression(body)
  // Behind `"use strict"` and its like, which mean something in the first place alone.
  const statements = nodesOf(body['body'] ?? body['statements'])
  const directive = statements.findLast((statement) => typeof statement['directive'] === 'string')
  return { kind: 'at', at: directive?.end ?? body.start + 1 }
}

/** Every node, from the outside to the inside. */
export function* walk(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of nodesOf(Array.isArray(value) ? value : [value])) yield* walk(child)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : []
