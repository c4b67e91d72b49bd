import type { Readable } from 'node:stream'
import proxy from '@fastify/http-proxy'
import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { discardRest } from '@countersign/service-kit/discard-rest'
import type { Problem } from '@countersign/service-kit/problem'
import { createEventStreams } from './event-streams.ts'
import { toClientHeaders, toUpstreamHeaders, type TenantContext } from './headers.ts'
import { judgePath, type Mount } from './mounts.ts'
import { showOutages } from './outage-page.ts'
import { problems } from './problems.ts'
import { addRateLimits, type RateLimits } from './rate-limits.ts'
import { asksWhereUploadStands, leaveUnanswered, tellEarly } from './resumable-uploads.ts'
import type { Upstream, UpstreamCall } from './upstream.ts'

export interface ProxyOptions {
  readonly mounts: readonly Mount[]
  readonly upstream: Upstream
  readonly publicUrl: URL
  readonly limits: RateLimits
  readonly readContext: (request: IncomingMessage) => Promise<TenantContext>
}

/**
 * Lets a page of another origin read a refusal of our own, as it reads those of the services: a token
 * that ended would look like a network that failed. No cookie has a part in it.
 */
function showToPage({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.origin === undefined) return
  void reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'www-authenticate, retry-after, x-request-id')
}

/** Passes requests of each mount to its service, bodies as streams in both directions. */
export function registerProxy(app: FastifyInstance, options: ProxyOptions): void {
  const contexts = new WeakMap<FastifyRequest, TenantContext>()
  const eventStreams = createEventStreams(app)
  app.register(async (scope) => {
    // Fastify's own parsers would read bodies into memory.
    scope.removeAllContentTypeParsers()
    scope.addHook('onRequest', async ({ url }) => refusePath(url))
    scope.addHook('onRequest', leadToFolder(options.mounts))
    scope.addHook('onError', async (request, reply) => showToPage(request, reply))
    showOutages(scope)
    await addRateLimits(scope, options.limits)
    scope.addHook('onRequest', async (request) => {
      contexts.set(request, await options.readContext(request.raw))
    })
    for (const mount of options.mounts) {
      await scope.register(proxy, {
        prefix: mount.prefix,
        upstream: mount.upstream,
        rewritePrefix: mount.exactly ?? mount.prefix,
        routes: mount.exactly === undefined ? ['/', '/*'] : ['/'],
        undici: options.upstream.client,
        // Left to itself the plugin repeats a GET that was answered 503, up to ten times.
        retryMethods: [],
        disableRequestLogging: true,
        internalRewriteLocationHeader: false,
        handler: (request, reply, destination, hooks) =>
          options.upstream.withCall(callOf(request, reply), () =>
            reply.from(mount.exactly ?? destination, hooks),
          ),
        replyOptions: {
          rewriteRequestHeaders: (request, headers) =>
            toUpstreamHeaders(headers, {
              requestId: request.id,
              clientAddress: request.ip,
              publicUrl: options.publicUrl,
              context: contexts.get(request as FastifyRequest) ?? {},
              hasBody: request.body !== undefined && request.body !== null,
            }),
          rewriteHeaders: (headers, request) => toClientHeaders(headers, request?.id ?? ''),
          onResponse: (request, reply, response) =>
            void passOn(request as FastifyRequest, reply as FastifyReply, response, eventStreams),
          onError: (reply, { error }) => {
            const ours = reply as FastifyReply
            if (asksWhereUploadStands(ours.request)) return leaveUnanswered(ours)
            // What the client still sends has no reader any more: its connection is of no use.
            if (!reply.request.raw.complete) void reply.header('connection', 'close')
            reply.send(toProblem(error))
          },
        },
      })
    }
  })
}

/** The pages of these mounts name their files relative to their own address. */
function leadToFolder(mounts: readonly Mount[]) {
  const folders = new Set(mounts.filter(({ isFolder }) => isFolder).map(({ prefix }) => prefix))
  return async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = url.split('?', 1)
    if (folders.has(path)) await reply.redirect(`${path}/`, 308)
  }
}

const callOf = (request: FastifyRequest, reply: FastifyReply): UpstreamCall => ({
  signal: leftSignal(request, reply),
  onInfo: (info) => tellEarly(request, reply, info),
})

function refusePath(url: string): void {
  const verdict = judgePath(url.split('?', 1)[0] ?? '')
  if (verdict === 'ambiguous') throw problems.ambiguous_path()
  if (verdict === 'unrouted') throw problems.not_found()
}

/** Aborts when the connection closes before the answer has been sent. */
function leftSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  const { socket } = request.raw
  const onClose = () => {
    if (!reply.raw.writableFinished) left.abort()
  }
  // The response's own close event comes late, or never, while a request body is still arriving.
  socket.once('close', onClose)
  reply.raw.once('close', () => {
    socket.off('close', onClose)
    onClose()
  })
  return left.signal
}

/**
 * A service that refuses a request needs no more of its body. The rest is read here, or the client
 * would find its connection reset before the answer (RFC 9112 section 9.6).
 */
async function passOn(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  response: object,
  untilWeEnd: (stream: Readable) => Readable,
): Promise<void> {
  // The plugin's types say a raw response; it gives what its HTTP client answered.
  const { stream } = response as { readonly stream: Readable }
  if (reply.statusCode >= 500 && asksWhereUploadStands(reply.request)) {
    stream.once('error', () => {}).resume()
    return leaveUnanswered(reply)
  }
  if (!raw.complete && reply.statusCode >= 400) {
    raw.unpipe()
    // When the client leaves meanwhile the answer fails, too, and nobody is left to hear of it.
    stream.once('error', () => {})
    await discardRest(raw)
  }
  const isEvents = String(reply.getHeader('content-type')).startsWith('text/event-stream')
  reply.send(isEvents ? untilWeEnd(stream) : stream)
}

function toProblem(error: Error): Problem {
  const { statusCode } = error as FastifyError
  return statusCode === 504
    ? problems.upstream_timeout({ headers: { 'retry-after': '5' }, cause: error })
    : problems.upstream_unavailable({ headers: { 'retry-after': '1' }, cause: error })
}
