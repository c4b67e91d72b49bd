import { ANSWER_HEADERS, REQUEST_HEADERS } from '@countersign/service-kit/openapi-headers'
import { codesOfService } from '../rules/problem-pages.ts'
import { type Facts, factsOf } from '../reach/facts.ts'
import type { Tree } from '../reach/tree.ts'

/** Where a service finds what its sources say of its routes. */
export const factsPath = (service: string): string => `services/${service}/src/route-facts.ts`

/** The module with the facts of each operation that a service's OpenAPI document has. */
export async function generateFacts(
  root: URL,
  tree: Tree,
  service: string,
  document: string,
): Promise<string> {
  const codes = await codesOfService(root, service)
  const facts = factsOf(tree, service, operationsOf(document), codes)
  const lines = [...facts].map(([operation, fact]) => `  '${operation}': ${describe(fact)},\n`)
  return `// Generated from the sources by \`pnpm generate\`; do not edit.
import type { RouteFacts } from '@countersign/service-kit/route-facts'

export const routeFacts: RouteFacts = {
${lines.join('')}}
`
}

function operationsOf(document: string): readonly string[] {
  const { paths } = JSON.parse(document) as { paths: Readonly<Record<string, object>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

const describe = ({ codes, reads, sends }: Facts): string =>
  `{ codes: ${list(codes)}, reads: ${list(reads, REQUEST_HEADERS)}, sends: ${list(sends, ANSWER_HEADERS)} }`

/** @param known Names that a document has words for; those of other protocols are left out. */
function list(names: ReadonlySet<string>, known?: Readonly<Record<string, unknown>>): string {
  const kept = [...names].filter((name) => known === undefined || name in known)
  return `[${kept
    .toSorted()
    .map((name) => `'${name}'`)
    .join(', ')}]`
}
