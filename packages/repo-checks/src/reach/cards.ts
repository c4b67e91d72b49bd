import { readFile } from 'node:fs/promises'
import { DEEPEST, type Depth, depthsOf } from './depth.ts'
import { findRoutes, type Route, routeOf } from './routes.ts'
import { readSql, type SqlFacts, tablesOf } from './sql.ts'
import { type Place, serviceOf, type Tree } from './tree.ts'
import { UNKNOWN } from './values.ts'

/** What a route is called and what it is for, from the OpenAPI document. */
interface Operation {
  readonly method: string
  readonly address: string
  readonly summary: string
}

/** What the sources say about a service's routes. */
interface Survey {
  readonly tree: Tree
  readonly service: string
  readonly sqlOf: (place: Place) => SqlFacts
  readonly opensTransaction: (place: Place) => boolean
}

/** A page with a card for each route of a service, made from its sources alone. */
export async function generateCards(root: URL, tree: Tree, service: string): Promise<string> {
  const folder = `services/${service}`
  const tables = await tablesOf(root, folder)
  const survey: Survey = {
    tree,
    service: folder,
    sqlOf: remembered((place) => readSql(place.declaration.node, tables)),
    opensTransaction: remembered((place) => mentionsTransaction(tree, place)),
  }
  const operations = readOperations(await readFile(new URL(`${folder}/openapi.json`, root), 'utf8'))
  const routes = findRoutes(tree, folder)
  const known = operations.map((operation) => ({
    operation,
    route: routeOf(routes, operation.method, operation.address),
  }))
  const lost = known.find(({ route }) => route === undefined)?.operation
  if (lost !== undefined) throw new Error(`no source registers ${lost.method} ${lost.address}`)
  const cards = known.flatMap(({ operation, route }) =>
    route === undefined ? [] : [card(survey, operation, route)],
  )
  const shown = new Set(known.map(({ route }) => route))
  const beside = routes
    .filter((route) => !shown.has(route) && route.file.startsWith(folder))
    .map((route) => card(survey, withoutDocument(route), route))
  return page(service, [...cards, ...beside], depthsOf(tree))
}

const remembered = <T extends object, R>(read: (key: T) => R): ((key: T) => R) => {
  const known = new WeakMap<T, R>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}

function readOperations(text: string): readonly Operation[] {
  const { paths } = JSON.parse(text) as {
    paths: Readonly<Record<string, Readonly<Record<string, { summary?: string }>>>>
  }
  return Object.entries(paths).flatMap(([address, item]) =>
    Object.entries(item).map(([method, { summary = '' }]) => ({ method, address, summary })),
  )
}

/** Some routes are documented elsewhere: SCIM by its RFC. */
function withoutDocument({ method, path }: Route): Operation {
  const address = path.replaceAll(UNKNOWN, '…').replaceAll(/:(\w+)/g, '{$1}')
  return { method: method.replaceAll(UNKNOWN, 'any'), address, summary: '' }
}

/** Whether a declaration runs code in a transaction: by itself, not by what it calls. */
function mentionsTransaction(tree: Tree, { module, declaration }: Place): boolean {
  return [...declaration.uses].some((name) => {
    const from = module.imports.get(name)
    if (from?.name === 'inUnitOfWork') return true
    const file = from && tree.resolve(module.file, from.from)
    if (from === undefined || file === undefined || !file.startsWith('packages/')) return false
    const target = tree.get(file)
    return (
      target !== undefined &&
      tree
        .enteredFrom(target, [from.name], [])
        .some((place) => place.declaration.name === 'inTransaction')
    )
  })
}

/** Packages and modules of the kit that talk to something else than the database. */
const NETWORK =
  /service-kit\/(http-client|webhook-client|public-connector)$|^(undici|minio|ldapts|openid-client|nodemailer|node:net|node:tls)$/

function card(survey: Survey, { method, address, summary }: Operation, route: Route): string {
  const own = route.entered.filter(({ module }) => serviceOf(module.file) === survey.service)
  const files = new Set([route.file, ...own.map(({ module }) => module.file)])
  const facts = own.map((place) => ({ place, sql: survey.sqlOf(place) }))
  const writes = sorted(facts.flatMap(({ sql }) => [...sql.writes]))
  const reads = sorted(facts.flatMap(({ sql }) => [...sql.reads])).filter(
    (t) => !writes.includes(t),
  )
  const locking = (kind: 'row' | 'advisory') =>
    facts.filter(({ sql }) => sql.locks.has(kind)).map(({ place }) => shown(survey, place))
  const network = own.filter(({ module }) =>
    [...module.loads, ...[...module.typeImports.values()].map(({ from }) => from)].some((from) =>
      NETWORK.test(from),
    ),
  )
  const lines = [
    ['caller', describeCaller(route)],
    ['files', `${files.size}: ${rooms(survey, files)}`],
    ['reads', code(reads)],
    ['writes', code(writes)],
    ['row locks', sorted(locking('row')).join(', ')],
    ['advisory locks', sorted(locking('advisory')).join(', ')],
    [
      'transactions',
      sorted(own.filter(survey.opensTransaction).map((p) => shown(survey, p))).join(', '),
    ],
    ['network', code(sorted(network.map(({ module }) => inService(survey, module.file))))],
    [
      'tries again',
      sorted(route.entered.flatMap(({ declaration }) => declaration.retries ?? [])).join('; '),
    ],
  ].filter(([, text]) => text !== '')
  const title = `### ${method.toUpperCase()} \`${address}\``
  const body = lines.map(([name, text]) => `- ${name}: ${text}`).join('\n')
  const from = `[${inService(survey, route.file)}](../../${route.file})`
  return `${title}\n\n${[summary, `Begin at ${from}.`].filter(Boolean).join('. ')}\n\n${body}\n`
}

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted()
const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

function describeCaller({ caller }: Route): string {
  if (caller === undefined) return 'as the code decides'
  const { kind, permission, scopes } = caller
  return [kind, ...(permission === undefined ? [] : [`with \`${permission}\``]), ...scopes].join(
    ' ',
  )
}

const inService = ({ service }: Survey, file: string): string => file.replace(`${service}/src/`, '')

const shown = (survey: Survey, { module, declaration }: Place): string =>
  `\`${declaration.name}\` (${inService(survey, module.file)})`

/** How many of the files are in which folder, the fullest first. */
function rooms(survey: Survey, files: ReadonlySet<string>): string {
  const counts = new Map<string, number>()
  for (const file of files) {
    const path = inService(survey, file)
    const room = path.includes('/') ? path.replace(/\/[^/]+$/, '') : 'root'
    counts.set(room, (counts.get(room) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .map(([room, count]) => `${room} ${count}`)
    .join(', ')
}

function page(service: string, cards: readonly string[], depths: readonly Depth[]): string {
  const deepest = depths
    .filter(({ file }) => file.startsWith(`services/${service}/`))
    .toSorted((a, b) => b.read - a.read || a.file.localeCompare(b.file))
    .slice(0, 5)
    .map(
      ({ file, all, read }) =>
        `| [${file.replace(`services/${service}/src/`, '')}](../../${file}) | ${read} | ${all} |`,
    )
  return `# What a call of ${service} costs

Generated from the sources by \`pnpm generate\`; do not edit.

A card says what the code behind a route **can** enter. It is found by following names: what the
handler mentions, what that mentions, and so on, through the objects that use-cases are given
(\`deps\`), too. A single call takes one way through it. Tables and locks are those in the text of the
statements; a table that is written may be read, too. Functions of the kit are followed; only files
of the service are counted. What a library calls back is not seen: oidc-provider's storage in iam.

The deepest use-cases, by what is loaded with them. The first figure is what a reader goes through:
files outside \`core/\`, and of \`core/\` only the files that are imported from outside. Behind them all
is pure, and read apart. A check refuses a use-case above ${DEEPEST}.

| use-case | files | with all of core |
| --- | --- | --- |
${deepest.join('\n')}

${cards.join('\n')}`
}
