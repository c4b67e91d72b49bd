import type { FastifySchema } from 'fastify'
import type { App } from './app.ts'

/**
 * A parameter that no list knows would be a filter that does not filter: it is refused (`unknown_member`), as a member of
 * a body is. Pages and other protocols, which the document leaves out, take what they do not know (RFC 6749 section 3.1,
 * RFC 7644 section 3.4.2).
 *
 * Kept by: packages/service-kit/src/http/http.test.ts "refuses a parameter that the query does not have"
 */
export function closeQueries(app: App): void {
  const known = new WeakMap<object, object>()
  // Routes that share a query share what it is compiled to.
  const close = (query: object) => {
    const closed = known.get(query) ?? { ...query, additionalProperties: false }
    known.set(query, closed)
    return closed
  }
  app.addHook('onRoute', (route) => {
    const schema: (FastifySchema & { readonly hide?: boolean }) | undefined = route.schema
    const query = schema?.querystring
    if (schema?.hide === true || typeof query !== 'object' || query === null) return
    route.schema = { ...schema, querystring: close(query) }
  })
}
