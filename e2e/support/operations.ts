import { platform } from './platform.ts'

export interface Operation {
  readonly service: string
  readonly method: string
  /** With identifiers that nothing has in place of the parameters. */
  readonly path: string
  readonly caller: 'user' | 'service' | 'anyone'
  readonly takesJson: boolean
}

interface Described {
  readonly security?: readonly Record<string, unknown>[]
  readonly requestBody?: { readonly content?: Record<string, unknown> }
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
const services = ['iam', 'bpm', 'dms'] as const

/** Every operation of the platform, read from the documents that the gateway serves. */
export async function listOperations(): Promise<Operation[]> {
  const documents = await Promise.all(
    services.map(async (service) => {
      const response = await fetch(`${platform().baseUrl}/docs/${service}/openapi.json`)
      const document = (await response.json()) as {
        paths: Record<string, Record<string, Described>>
      }
      return { service, paths: document.paths }
    }),
  )
  return documents.flatMap(({ service, paths }) =>
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([method]) => methods.includes(method))
        .map(([method, described]) => toOperation(service, method, path, described)),
    ),
  )
}

function toOperation(
  service: string,
  method: string,
  path: string,
  described: Described,
): Operation {
  const [rule] = described.security ?? []
  const caller =
    rule !== undefined && 'user' in rule
      ? 'user'
      : rule !== undefined && 'service' in rule
        ? 'service'
        : 'anyone'
  return {
    service,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{[^}]+\}/g, '01890000-0000-7000-8000-000000000000'),
    caller,
    takesJson: described.requestBody?.content?.['application/json'] !== undefined,
  }
}
