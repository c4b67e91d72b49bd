import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { tracing, type Span, type TraceFields, type Tracing } from './tracing.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/**
 * A span for each request, named by its route (never by its path: that may hold the token of a share).
 * It goes on with the trace that the caller names (W3C Trace Context), or begins one. To be added
 * before all other hooks, so that they run inside of it.
 *
 * @param options.tellsClient Whether the answer names the trace, by `Server-Timing`, as pages read it.
 */
export function addRequestSpans(app: App, options: { readonly tellsClient?: boolean } = {}): void {
  const on = tracing()
  if (on === undefined) return
  app.addHook('onRequest', (request, reply, done) => {
    const span = startRequestSpan(on, request)
    spans.set(request, span)
    // The end of the answer, also of one that the client did not wait for, or that a library wrote.
    reply.raw.once('close', () => endRequestSpan(span, request, reply))
    span.run(done)
  })
  // What reads the body calls back from the socket, and has lost the span on its way.
  app.addHook('preValidation', (request, _reply, done) => inSpanOf(request, done))
  app.addHook('onResponse', (request, _reply, done) => inSpanOf(request, done))
  app.addHook('onError', (request, _reply, error, done) => {
    if ((error.statusCode ?? 500) >= 500) spans.get(request)?.fail(error.code ?? error.name)
    done()
  })
  if (options.tellsClient === true) app.addHook('onSend', tellTrace)
}

function inSpanOf(request: FastifyRequest, work: () => void): void {
  const span = spans.get(request)
  if (span === undefined) work()
  else span.run(work)
}

function startRequestSpan(on: Tracing, request: FastifyRequest): Span {
  const { method, routeOptions } = request
  const route = routeOptions.url
  return on.startSpan(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    parent: traceFieldsOf(request),
    attributes: {
      'http.request.method': method,
      'url.scheme': request.protocol,
      'countersign.request_id': request.id,
      ...(route === undefined ? {} : { 'http.route': route }),
    },
  })
}

function traceFieldsOf({ headers }: FastifyRequest): TraceFields {
  const { traceparent, tracestate } = headers
  return {
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
    ...(typeof tracestate === 'string' ? { tracestate } : {}),
  }
}

function endRequestSpan(span: Span, request: FastifyRequest, { raw }: FastifyReply): void {
  span.set({ 'http.response.status_code': raw.statusCode })
  if (!raw.writableFinished) span.set({ 'countersign.client_left': true })
  if (raw.statusCode >= 500) span.fail(String(raw.statusCode))
  span.end()
}

function tellTrace(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const traceparent = spans.get(request)?.run(() => tracing()?.traceparent())
  if (traceparent !== undefined)
    void reply.header('server-timing', `traceparent;desc="${traceparent}"`)
  done(null, payload)
}
