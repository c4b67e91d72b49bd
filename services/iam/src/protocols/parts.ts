// Pieces that the paths of the protocols are made of, as OpenAPI 3.1 has them.

export type Json = Readonly<Record<string, unknown>>

export const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})

const text = { type: 'string' } as const

/** Headers of answers, as they are written in documents. */
export const headers: Readonly<Record<string, Json>> = {
  'X-Request-Id': { description: 'Identifies the request in logs.', schema: text },
  'Cache-Control': { description: 'Whether the answer may be kept.', schema: text },
  Pragma: { description: '`no-cache`, for HTTP/1.0 (RFC 6749 section 5.1).', schema: text },
  'X-Content-Type-Options': { description: '`nosniff`.', schema: text },
  'WWW-Authenticate': { description: 'What would authenticate the caller.', schema: text },
  'DPoP-Nonce': { description: 'To be in the next proof (RFC 9449 section 8).', schema: text },
  ETag: { description: 'Names this state, for `If-None-Match`.', schema: text },
  'Retry-After': { description: 'Seconds after which a repeat has a chance.', schema: text },
  Location: { description: 'Where the browser goes on.', schema: text },
  'Set-Cookie': { description: 'Binds the sign-in to this browser.', schema: text },
  'Content-Security-Policy': { description: 'What the page may load.', schema: text },
  'Referrer-Policy': { description: 'What other sites learn of the address.', schema: text },
  'X-Frame-Options': { description: '`DENY`.', schema: text },
  'Cross-Origin-Opener-Policy': {
    description: '`same-origin`, on https: no other window reaches into the page.',
    schema: text,
  },
  Expires: { description: 'For caches of HTTP/1.0.', schema: text },
}

/** An answer with the headers that every one of these endpoints may bear, and more. */
export const answer = (
  description: string,
  content: Readonly<Record<string, Json>> = {},
  more: readonly string[] = [],
): Json => ({
  description,
  headers: Object.fromEntries(
    ['X-Request-Id', 'Cache-Control', 'Pragma', 'X-Content-Type-Options', ...more].map((name) => [
      name,
      ref('headers', name),
    ]),
  ),
  ...(Object.keys(content).length === 0 ? {} : { content }),
})

export const json = (schema: Json, example?: unknown): Readonly<Record<string, Json>> => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

/** A form with these members; others are ignored (RFC 6749 section 3.2). */
export const form = (
  members: Readonly<Record<string, string>>,
  required: readonly string[] = [],
): Json => ({
  required: true,
  content: {
    'application/x-www-form-urlencoded': {
      schema: {
        type: 'object',
        required,
        properties: describeAll(members),
        additionalProperties: { type: 'string' },
      },
    },
  },
})

const describeAll = (members: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(members).map(([name, description]) => [name, { type: 'string', description }]),
  )

/** Parameters of a query. */
export const query = (
  members: Readonly<Record<string, string>>,
  required: readonly string[] = [],
): readonly Json[] =>
  Object.entries(members).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    required: required.includes(name),
    schema: { type: 'string' },
  }))
