import type { FastifyInstance, RawServerBase, RouteShorthandOptions } from 'fastify'
import { closingHeaders, toDelivery } from './node-request.ts'
import type { EventReceiver } from './receiver.ts'

export interface FastifyEventReceiverOptions {
  readonly receiver: EventReceiver
  /** The path that the business type declares as `callback.path`. */
  readonly path: string
  /** Handed to the route as it is, for applications whose routes carry a `config`. */
  readonly config?: RouteShorthandOptions['config']
  /** Handed to the route as it is, for its documentation. Do not give a `body`. */
  readonly schema?: object
}

/**
 * Adds the callback route: `await app.register(fastifyEventReceiver, { receiver, path })`. The body
 * parsers of the application do not apply to it, since the token is verified before the body is
 * read and the signature is over its bytes.
 */
export async function fastifyEventReceiver<Server extends RawServerBase>(
  app: FastifyInstance<Server>,
  options: FastifyEventReceiverOptions,
): Promise<void> {
  const { receiver, path, config, schema } = options
  // Registered plugins have parsers of their own: this leaves the application's alone.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))

  const route = { ...(config === undefined ? {} : { config }), ...(schema && { schema }) }
  app.post(path, route, async (request, reply) => {
    const raw = request.raw as Parameters<typeof toDelivery>[0]
    const answer = await receiver.receive(toDelivery(raw))
    return reply
      .code(answer.status)
      .headers({ ...answer.headers, ...closingHeaders(raw) })
      .send(answer.body)
  })
}
