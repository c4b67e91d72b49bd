/** A body of a request and answers that went well, as they were once sent in a test. */
export interface OperationExamples {
  readonly request?: unknown
  /** By status. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/** For each operation, as `POST /api/bpm/v1/tasks/{taskNo}/approve`; written by `pnpm examples`. */
export type RouteExamples = Readonly<Record<string, OperationExamples>>

type Json = Readonly<Record<string, unknown>>

/** The document with its examples: each stands beside the schema that it is an example of. */
export function addExamples(document: Json, examples: RouteExamples): Json {
  const paths = mapMembers(document['paths'], (item, path) =>
    mapMembers(item, (operation, method) => {
      const { request, answers = {} } = examples[`${method.toUpperCase()} ${path}`] ?? {}
      const { requestBody, responses } = operation
      return {
        ...operation,
        ...(requestBody === undefined ? {} : { requestBody: withExample(requestBody, request) }),
        responses: mapMembers(responses, (answer, status) => withExample(answer, answers[status])),
      }
    }),
  )
  return { ...document, paths }
}

/** What is sent as JSON gets the example; forms and bytes have none. */
function withExample(body: unknown, example: unknown): Json {
  const { content, ...rest } = body as Json
  if (content === undefined || example === undefined) return body as Json
  const shown = mapMembers(content, (media, type) =>
    /^application\/([\w-]+\+)?json$/.test(type) ? { ...media, example } : media,
  )
  return { ...rest, content: shown }
}

function mapMembers(members: unknown, map: (member: Json, name: string) => unknown): Json {
  const entries = Object.entries((members ?? {}) as Readonly<Record<string, Json>>)
  return Object.fromEntries(entries.map(([name, member]) => [name, map(member, name)]))
}
