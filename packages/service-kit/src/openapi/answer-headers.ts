import { ANSWER_HEADERS, REQUEST_HEADERS } from './headers.ts'

/** References to the headers that an answer of a status bears, of those that the operation sends. */
export function answerHeaders(
  status: number,
  sends: readonly string[],
): Readonly<Record<string, object>> {
  const names = [...new Set(['x-request-id', ...sends])].toSorted()
  return Object.fromEntries(
    names
      .filter((name) => ANSWER_HEADERS[name]?.on(status) === true)
      .map((name) => [wireName(name), { $ref: `#/components/headers/${wireName(name)}` }]),
  )
}

/** References to the headers that an operation looks at. */
export const requestHeaders = (reads: readonly string[]): readonly object[] =>
  reads
    .filter((name) => REQUEST_HEADERS[name] !== undefined)
    .toSorted()
    .map((name) => ({ $ref: `#/components/parameters/${wireName(name)}` }))

/** What the references lead to. */
export const headerComponents = () => ({
  parameters: mapNames(REQUEST_HEADERS, (name, card) => ({
    name: wireName(name),
    in: 'header',
    required: false,
    ...card,
  })),
  headers: mapNames(ANSWER_HEADERS, (_name, { on: _on, ...card }) => card),
})

function mapNames<T, R>(
  cards: Readonly<Record<string, T>>,
  map: (name: string, card: T) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(cards).map(([name, card]) => [wireName(name), map(name, card)]),
  )
}

/** `x-request-id` as it is written in documents: `X-Request-Id`. */
const wireName = (name: string): string =>
  name === 'etag'
    ? 'ETag'
    : name === 'www-authenticate'
      ? 'WWW-Authenticate'
      : name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase())
