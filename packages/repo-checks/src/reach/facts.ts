import { at, listAt, nameOf, type Node, visit } from './ast.ts'
import { findRoutes, routeOf } from './routes.ts'
import type { Tree } from './tree.ts'

/** What the code behind a route can refuse with, read from headers and answer in headers. */
export interface Facts {
  readonly codes: ReadonlySet<string>
  readonly reads: ReadonlySet<string>
  readonly sends: ReadonlySet<string>
}

/** Errors of the verifier that a handler throws itself. */
const AUTH_ERRORS: Readonly<Record<string, string>> = {
  InsufficientScope: 'auth.insufficient_scope',
  InsufficientAuthentication: 'auth.insufficient_authentication',
  InvalidToken: 'auth.invalid_token',
}

/**
 * What the sources say about each operation of a service, for its OpenAPI document: found by
 * following names, as the route cards are. It may hold a code or header that no call of the route
 * meets; one that is missing fails the tests of the route.
 *
 * @param operations Each as `POST /api/…/{id}`.
 * @param codes Every code of the service, as `bpm.not_found`.
 */
export function factsOf(
  tree: Tree,
  service: string,
  operations: readonly string[],
  codes: readonly string[],
): ReadonlyMap<string, Facts> {
  const known = new Set(codes)
  const routes = findRoutes(tree, `services/${service}`)
  const ofNode = remembered((node) => readNode(node, service, known))
  return new Map(
    operations.map((operation) => {
      const [method = '', address = ''] = operation.split(' ')
      const route = routeOf(routes, method.toLowerCase(), address)
      if (route === undefined) throw new Error(`no source registers ${operation}`)
      const nodes = [...route.code, ...route.entered.map(({ declaration }) => declaration.node)]
      return [operation, merge(nodes.map(ofNode))]
    }),
  )
}

const remembered = <R>(read: (node: Node) => R): ((node: Node) => R) => {
  const known = new WeakMap<Node, R>()
  return (node) => {
    const value = known.get(node) ?? known.set(node, read(node)).get(node)
    return value as R
  }
}

const merge = (facts: readonly Facts[]): Facts => ({
  codes: new Set(facts.flatMap(({ codes }) => [...codes])),
  reads: new Set(facts.flatMap(({ reads }) => [...reads])),
  sends: new Set(facts.flatMap(({ sends }) => [...sends])),
})

function readNode(node: Node, service: string, known: ReadonlySet<string>): Facts {
  const codes = new Set<string>()
  const reads = new Set<string>()
  const sends = new Set<string>()
  visit(node, (part) => {
    for (const code of codesAt(part, service)) if (known.has(code)) codes.add(code)
    const auth = part.type === 'NewExpression' ? nameOf(at(part, 'callee')) : undefined
    if (auth !== undefined && AUTH_ERRORS[auth] !== undefined) codes.add(AUTH_ERRORS[auth])
    for (const name of headersRead(part)) reads.add(name)
    for (const name of headersSent(part)) sends.add(name)
  })
  return { codes, reads, sends }
}

/** `problems.not_found`, or the name of a code in quotes, for `problems[refusal]`. */
function codesAt(node: Node, service: string): readonly string[] {
  if (node.type === 'Literal') return [`${service}.${nameOf(node) ?? ''}`]
  if (node.type !== 'MemberExpression' || lastName(at(node, 'object')) !== 'problems') return []
  return [`${service}.${nameOf(at(node, 'property')) ?? ''}`]
}

/** `headers['if-match']`, `headers.range`, and `fieldOf(request, 'upload-offset')`. */
function headersRead(node: Node): readonly string[] {
  if (node.type === 'CallExpression') {
    const [from, name] = listAt(node, 'arguments')
    return nameOf(from) === 'request' && name?.type === 'Literal' ? [nameOf(name) ?? ''] : []
  }
  if (node.type !== 'MemberExpression' || lastName(at(node, 'object')) !== 'headers') return []
  const name = nameOf(at(node, 'property'))
  return name === undefined ? [] : [name]
}

/** `.header('etag', …)`, the members of `.headers({ … })` and of `headers: { … }`, and every name in quotes. */
function headersSent(node: Node): readonly string[] {
  if (node.type === 'Property') {
    const key = nameOf(at(node, 'key')) ?? ''
    return key === 'headers' ? keysOf(at(node, 'value')) : key.includes('-') ? [key] : []
  }
  if (node.type !== 'CallExpression') return []
  const called = nameOf(at(at(node, 'callee'), 'property'))
  const [first] = listAt(node, 'arguments')
  if (called === 'header') return [nameOf(first) ?? '']
  return called === 'headers' ? keysOf(first) : []
}

const keysOf = (object: Node | undefined): readonly string[] =>
  listAt(object, 'properties').flatMap((property) => nameOf(at(property, 'key')) ?? [])

const lastName = (node: Node | undefined): string | undefined =>
  nameOf(node) ?? nameOf(at(node, 'property'))
