import type { IncomingMessage, ServerResponse } from 'node:http'
import { closingHeaders, toDelivery } from './node-request.ts'
import type { EventReceiver } from './receiver.ts'

type Handler = (
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/**
 * A handler for Express 4 and 5, and for plain node:http. Mount it on `POST` of the callback path,
 * before `express.json()`: the signature is over the bytes of the body, which a parser throws away.
 * `express.raw({ type: 'application/json', limit: '1mb' })` in front of it works, as events have up to 1 MiB and its own
 * limit is 100 kB. But it reads what anybody sends before their token is looked at: without it no body is.
 */
export function expressEventReceiver(receiver: EventReceiver): Handler {
  return (request, response, next) => {
    const body = request.body instanceof Uint8Array ? request.body : undefined
    if (body === undefined && request.readableEnded) {
      const error = new Error('mount the event receiver before any body parser')
      if (next === undefined) throw error
      next(error)
      return
    }
    void receiver.receive(toDelivery(request, body)).then((answer) => {
      response.writeHead(answer.status, { ...answer.headers, ...closingHeaders(request) })
      response.end(answer.body)
    })
  }
}
