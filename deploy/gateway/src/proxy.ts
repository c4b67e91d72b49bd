import proxy from '@fastify/http-proxy'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '@countersign/service-kit/problem'
import { toClientHeaders, toUpstreamHeaders, type TenantContext } from './headers.ts'
import { judgePath, type Mount } from './mounts.ts'
import { problems } from './problems.ts'
import { addRateLimits, type RateLimits } from './rate-limits.ts'
import type { Upstream } from './upstream.ts'

export interface ProxyOptions {
  readonly mounts: readonly Mount[]
  readonly upstream: Upstream
  readonly publicUrl: URL
  readonly limits: RateLimits
  readonly readContext: (authorization: string | undefined) => Promise<TenantContext>
}

/** Passes requests of each mount to its service, bodies as streams in both directions. */
export function registerProxy(app: FastifyInstance, options: ProxyOptions): void {
  const contexts = new WeakMap<FastifyRequest, TenantContext>()
  app.register(async (scope) => {
    // Fastify's own parsers would read bodies into memory.
    scope.removeAllContentTypeParsers()
    scope.addHook('onRequest', async (request) => {
      refusePath(request.url)
    })
    await addRateLimits(scope, options.limits)
    scope.addHook('onRequest', async (request) => {
      contexts.set(request, await options.readContext(request.headers.authorization))
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
          options.upstream.withSignal(leftSignal(request, reply), () =>
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
          onError: (reply, { error }) => {
            // What the client still sends has no reader any more: its connection is of no use.
            if (!reply.request.raw.complete) void reply.header('connection', 'close')
            reply.send(toProblem(error))
          },
        },
      })
    }
  })
}

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

function toProblem(error: Error): Problem {
  const { statusCode } = error as FastifyError
  return statusCode === 504
    ? problems.upstream_timeout({ cause: error })
    : problems.upstream_unavailable({ cause: error })
}
