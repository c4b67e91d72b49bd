/** Types of a service's HTTP interface, from its OpenAPI document: for `@countersign/client` and the console. */
export async function clientTypes(document: string): Promise<string> {
  // Loaded late: it brings a compiler along.
  const { default: openapi, astToString } = await import('openapi-typescript')
  const options = { alphabetize: true, defaultNonNullable: false }
  const tree = await openapi(withoutRefusals(document), options)
  return `// Generated from the service's OpenAPI document: pnpm generate.\n${astToString(tree)}`
}

/**
 * The console words a refusal by its code, whichever operation it comes from: one type is enough. And
 * examples are for readers of the document.
 */
function withoutRefusals(document: string): string {
  return JSON.stringify(JSON.parse(document), (name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if (name.startsWith('application/')) return { ...value, example: undefined }
    if (name === 'components' && 'schemas' in value) {
      return { ...value, responses: undefined, examples: undefined }
    }
    if (name !== 'responses') return value
    const answers = Object.entries(value).filter(([status]) => Number(status) < 400)
    return { ...Object.fromEntries(answers), default: anyRefusal }
  })
}

const anyRefusal = {
  description: 'Refused.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
