/** Types of a service's HTTP interface, from its OpenAPI document, for `openapi-fetch`. */
export async function apiTypes(document: string): Promise<string> {
  // Loaded late: it brings a compiler along.
  const { default: openapi, astToString } = await import('openapi-typescript')
  const tree = await openapi(document, { alphabetize: true, defaultNonNullable: false })
  return `// Generated from the service's OpenAPI document: pnpm generate.\n${astToString(tree)}`
}
