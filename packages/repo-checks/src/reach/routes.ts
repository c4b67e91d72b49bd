import { at, listAt, nameOf, type Node, visit } from './ast.ts'
import { type Module, takenNames, usedNames } from './module.ts'
import type { Place, Tree } from './tree.ts'
import { fieldOf, type Scope, scopeIn, textOf, UNKNOWN } from './values.ts'

/** Who may call a route, as its configuration says. */
export interface Caller {
  readonly kind: string
  readonly permission: string | undefined
  readonly scopes: readonly string[]
}

/** A route as the sources register it. */
export interface Route {
  readonly method: string
  /** Its address as in the sources; what is put together only while they run is a NUL. */
  readonly path: string
  /** The file that registers it. */
  readonly file: string
  readonly caller: Caller | undefined
  /** Its options and its handler, with the local values that they name. */
  readonly code: readonly Node[]
  /** Every declaration that its handler can enter. */
  readonly entered: readonly Place[]
}

interface Registration {
  readonly method: string
  readonly path: string
  readonly scope: Scope
  readonly config: Node | undefined
  /** What the route is made of: its options and its handler. */
  readonly parts: readonly Node[]
}

/** A call that hands the beginning of an address to a function which registers routes below it. */
interface Mount {
  readonly scope: Scope
  readonly prefix: string
  readonly call: Node
}

/** Packages with functions that register routes for a service. */
const SHARED = /^packages\/(service-kit|event-receiver)\//
const METHODS = new Set(['get', 'head', 'options', 'post', 'put', 'patch', 'delete'])

/** The routes of a service, those that functions of the kit register for it included. */
export function findRoutes(tree: Tree, service: string): readonly Route[] {
  const modules = [...tree.modules()]
  const own = modules.filter(({ file }) => file.startsWith(`${service}/`))
  const shared = modules.filter(({ file }) => SHARED.test(file))
  const found = [...own, ...shared].flatMap((module) => registrationsIn(tree, module))
  const mounts = own.flatMap((module) => mountsIn(tree, module))
  return found.flatMap((registration) => {
    if (registration.path.startsWith('/')) return [toRoute(registration)]
    if (!registration.path.startsWith(UNKNOWN)) return []
    return mounts
      .filter((mount) => reaches(mount, registration))
      .map((mount) => toRoute(registration, mount))
  })
}

function registrationsIn(tree: Tree, module: Module): readonly Registration[] {
  return [...module.declarations.values()].flatMap((around) => {
    const { node } = around
    const scope = scopeIn(tree, module, around)
    const found: Registration[] = []
    visit(node, (part) => found.push(...readRegistration(scope, part)))
    return found
  })
}

/** `app.get(address, options, handler)` and its kin, or `app.route({ method, url, handler })`. */
function readRegistration(scope: Scope, call: Node): readonly Registration[] {
  if (call.type !== 'CallExpression') return []
  const called = nameOf(at(at(call, 'callee'), 'property')) ?? ''
  const [first, ...rest] = listAt(call, 'arguments')
  if (called === 'route' && first !== undefined) {
    const method = textOf(scope, fieldOf(scope, first, 'method')).toLowerCase()
    const path = textOf(scope, fieldOf(scope, first, 'url'))
    return [{ method, path, scope, config: fieldOf(scope, first, 'config'), parts: [first] }]
  }
  if (!METHODS.has(called) || rest.length === 0 || rest.length > 2) return []
  const config = fieldOf(scope, rest[0], 'config')
  return [{ method: called, path: textOf(scope, first), scope, config, parts: rest }]
}

function mountsIn(tree: Tree, module: Module): readonly Mount[] {
  return [...module.declarations.values()].flatMap((around) => {
    const { node } = around
    const scope = scopeIn(tree, module, around)
    const found: Mount[] = []
    visit(node, (call) => {
      if (call.type !== 'CallExpression') return
      for (const argument of listAt(call, 'arguments')) {
        for (const value of [
          argument,
          ...listAt(argument, 'properties').map((p) => at(p, 'value')),
        ]) {
          const prefix = textOf(scope, value)
          if (prefix.startsWith('/') && !prefix.includes(UNKNOWN))
            found.push({ scope, prefix, call })
        }
      }
    })
    return found
  })
}

/** Whether a call goes to the function that registers the route, or to one that calls it. */
function reaches(
  { scope, call }: Mount,
  { scope: { tree, module, around } }: Registration,
): boolean {
  const callee = at(call, 'callee')
  // app.register(plugin, options) is a call of the plugin.
  const called = callee?.type === 'MemberExpression' ? listAt(call, 'arguments')[0] : callee
  const place = tree.find(scope.module, nameOf(called) ?? '')
  return (
    place?.module === module &&
    (place.declaration === around || place.declaration.uses.has(around.name))
  )
}

function toRoute({ method, path, scope, config, parts }: Registration, mount?: Mount): Route {
  const own = codeOf(scope, parts)
  const mounted = mount === undefined ? [] : codeOf(mount.scope, listAt(mount.call, 'arguments'))
  const entered = [
    ...enteredBy(scope, own),
    ...(mount === undefined ? [] : enteredBy(mount.scope, mounted)),
  ]
  return {
    method,
    path: mount === undefined ? path : path.replace(UNKNOWN, mount.prefix),
    file: (mount?.scope ?? scope).module.file,
    caller: readCaller(scope, config) ?? (mount && mountedCaller(mount, config)),
    code: [...own, ...mounted],
    entered: [...new Map(entered.map((place) => [place.declaration, place])).values()],
  }
}

/** Some code and the local values that it names, those that these name included. */
function codeOf(scope: Scope, parts: readonly Node[]): readonly Node[] {
  const found = new Set<Node>()
  const add = (part: Node): void => {
    if (found.has(part)) return
    found.add(part)
    visit(part, (node) => {
      const local = node.type === 'Identifier' ? scope.locals.get(nameOf(node) ?? '') : undefined
      if (local !== undefined) add(local)
    })
  }
  for (const part of parts) add(part)
  return [...found]
}

function enteredBy(scope: Scope, code: readonly Node[]): readonly Place[] {
  const names = new Set(code.flatMap((part) => [...usedNames(part)]))
  const taken = code.flatMap((part) => [...takenNames(part)])
  return scope.tree.enteredFrom(scope.module, names, taken)
}

function readCaller(scope: Scope, config: Node | undefined): Caller | undefined {
  const kind = textOf(scope, fieldOf(scope, config, 'caller'))
  if (kind === UNKNOWN) return undefined
  const permission = textOf(scope, fieldOf(scope, config, 'permission'))
  const scopes = listAt(fieldOf(scope, config, 'scopes'), 'elements')
  return {
    kind,
    permission: permission === UNKNOWN ? undefined : permission,
    scopes: scopes.flatMap((element) => textOf(scope, element)),
  }
}

/** `config: audience.read` is what the call names `read`. */
function mountedCaller({ scope, call }: Mount, config: Node | undefined): Caller | undefined {
  const field = nameOf(at(config, 'property')) ?? 'config'
  for (const argument of listAt(call, 'arguments')) {
    const caller = readCaller(scope, fieldOf(scope, argument, field))
    if (caller !== undefined) return caller
  }
  return undefined
}

/** The route that answers an address of the OpenAPI document: the one that spells most of it out. */
export function routeOf(
  routes: readonly Route[],
  method: string,
  address: string,
): Route | undefined {
  return routes
    .filter(
      (route) =>
        (route.method === method || route.method === UNKNOWN) &&
        patternOf(route.path).test(address),
    )
    .toSorted((a, b) => spelledOut(b.path) - spelledOut(a.path))
    .at(0)
}

const spelledOut = (path: string): number => path.replaceAll(UNKNOWN, '').length

function patternOf(path: string): RegExp {
  const escaped = path
    .replaceAll(/[.*+?^$()[\]|\\]/g, String.raw`\$&`)
    .replaceAll(/:(\w+)/g, String.raw`\{$1\}`)
    .replaceAll(UNKNOWN, String.raw`[\w-]+`)
  return new RegExp(`^${escaped}$`)
}
