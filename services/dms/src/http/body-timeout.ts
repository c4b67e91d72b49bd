import type { App } from '@countersign/service-kit/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route bounds its body itself, by a minimum rate. */
    readonly boundsItsBody?: boolean
  }
}

/**
 * Gives every body but uploaded content an end: a small JSON text that comes by the byte must not
 * hold a socket. The server's own limit cannot do it, being one for all routes.
 */
export function addBodyTimeout(app: App, timeoutMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request) && request.routeOptions.config.boundsItsBody !== true) {
      limitBody(request, reply, timeoutMs)
    }
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function limitBody(request: FastifyRequest, reply: FastifyReply, timeoutMs: number): void {
  const timer = setTimeout(() => {
    if (request.raw.complete || reply.sent) return
    // The rest of the body is not waited for: the connection ends with the answer.
    const headers = { connection: 'close' }
    void reply.send(problems.body_too_slow({ headers }))
  }, timeoutMs)
  timer.unref()
  const stop = () => clearTimeout(timer)
  request.raw.once('end', stop).once('close', stop)
}
