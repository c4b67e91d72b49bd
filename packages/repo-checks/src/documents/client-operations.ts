interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema?: { readonly required?: unknown } }>>

const bytes = 'application/octet-stream'
/** Members of a body that are keys of their own: the same request again finds the first. */
const bodyKeys = ['idempotencyKey', 'requestKey']

/**
 * What `@countersign/client` has to know of each operation of a service when it runs: method and path,
 * whether bodies are JSON, and whether sending again does nothing twice.
 */
export function clientOperations(service: string, document: string): string {
  const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, Operation>> }
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entryOf(method, path, operation)),
  )
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    "// Generated from the service's OpenAPI document: pnpm generate.",
    `export const ${service}Operations = {`,
    ...sorted.map(
      ([name, { summary, members }]) => `  /** ${summary}. */\n  ${name}: { ${members} },`,
    ),
    '} as const\n',
  ].join('\n')
}

function entryOf(method: string, path: string, operation: Operation) {
  const { operationId, summary = operationId } = operation
  const facts = {
    method: method.toUpperCase(),
    path,
    sends: sentType(operation),
    gives: method !== 'head' && givesJson(operation) ? undefined : 'response',
    key: keyOf(operation),
  }
  const members = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: '${String(value)}'`)
  return [operationId, { summary, members: members.join(', ') }] as const
}

/** The media type of a body that is not JSON; `any` when there are several or none is named. */
function sentType({ requestBody }: Operation): string | undefined {
  const types = Object.keys(requestBody?.content ?? {})
  if (types.length === 0 || types.some(isJson)) return undefined
  if (types.includes(bytes)) return bytes
  return types.length === 1 && types[0] !== '*/*' ? types[0] : 'any'
}

/** An answer without content counts as JSON; one that the document says nothing of does not. */
function givesJson({ responses }: Operation): boolean {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = successes.flatMap(([, { content = {} }]) => Object.keys(content))
  return successes.length > 0 && types.every(isJson)
}

function keyOf({ parameters = [], requestBody }: Operation): string | undefined {
  const headers = parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1) ?? '')
  if (headers.some((name) => name.toLowerCase() === 'idempotency-key')) return 'header'
  const required = requestBody?.content['application/json']?.schema?.required
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return bodyKeys.some((name) => names.includes(name)) ? 'body' : undefined
}

const isJson = (type: string): boolean => /^application\/(.*\+)?json\b/.test(type)
