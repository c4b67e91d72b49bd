import type { CallArguments, OperationCard, Query } from './operation.ts'

/** What is sent, as often as it takes. */
export interface PreparedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: BodyInit | undefined
  /** Whether the body can be sent a second time: a stream cannot. */
  readonly isReplayable: boolean
}

type BodyInit = NonNullable<RequestInit['body']>

/**
 * @throws TypeError when a member of the path is missing, empty, or one that an address would walk
 *   up by (`..`).
 */
export function prepareRequest(
  baseUrl: string,
  card: OperationCard,
  { path = {}, query = {}, body }: CallArguments,
): PreparedRequest {
  const isStream = typeof ReadableStream !== 'undefined' && body instanceof ReadableStream
  return {
    url: `${baseUrl.replace(/\/+$/, '')}${fillPath(card.path, path)}${toQuery(query)}`,
    method: card.method,
    headers: new Headers(contentType(card, body)),
    body:
      body === undefined || card.sends !== undefined
        ? (body as BodyInit | undefined)
        : JSON.stringify(body),
    isReplayable: !isStream,
  }
}

function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || text === '' || text === '.' || text === '..') {
      throw new TypeError(`${name} of ${template} is ${JSON.stringify(text)}`)
    }
    return encodeURIComponent(text)
  })
}

function toQuery(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

function contentType(card: OperationCard, body: unknown): Record<string, string> {
  if (body === undefined) return {}
  // A blob says its own type, where the operation takes several.
  if (card.sends === 'any') return {}
  return { 'content-type': card.sends ?? 'application/json' }
}
