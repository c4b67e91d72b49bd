import type { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'undici'
import { discardRest } from '@countersign/service-kit/discard-rest'
import type { Problem } from '@countersign/service-kit/problem'
import { createEventStreams } from './event-streams.ts'
import type { UpstreamAnswer } from './exchange.ts'
import { toClientHeaders, toUpstreamHeaders, type TenantContext } from './headers.ts'
import { judgePath, pathOf, type Mount } from './mounts.ts'
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

const nobody: TenantContext = {}

/** As a client may send; the rest is 404. */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/** Passes requests of each mount to its service, bodies as streams in both directions. */
export function registerProxy(app: FastifyInstance, options: ProxyOptions): void {
  const { mounts, limits, readContext } = options
  const contexts = new WeakMap<FastifyRequest, TenantContext>()
  const untilWeEnd = createEventStreams(app)
  app.register(async (scope) => {
    // Fastify's own parsers would read bodies into memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    // Hooks of every request call back: a promise for each would be felt.
    scope.addHook('onRequest', ({ url }, _reply, done) => done(faultOfPath(url)))
    scope.addHook('onRequest', leadToFolder(mounts))
    scope.addHook('onError', async (request, reply) => showToPage(request, reply))
    showOutages(scope)
    await addRateLimits(scope, limits)
    scope.addHook('onRequest', (request, _reply, done) => {
      if (request.headers.authorization === undefined) return done()
      readContext(request.raw).then((context) => {
        contexts.set(request, context)
        done()
      }, done)
    })
    const proxy = createProxy({
      ...options,
      untilWeEnd,
      contextOf: (of) => contexts.get(of) ?? nobody,
    })
    for (const mount of mounts) {
      const urls = [
        mount.prefix,
        mount.exactly === undefined ? `${mount.prefix}/*` : `${mount.prefix}/`,
      ]
      for (const url of urls)
        scope.route({
          method: methods,
          url,
          exposeHeadRoute: false,
          handler: (request, reply) => proxy(mount, request, reply),
        })
    }
  })
}

interface Passing extends Pick<ProxyOptions, 'upstream' | 'publicUrl'> {
  readonly contextOf: (request: FastifyRequest) => TenantContext
  /** The same bytes, until the gateway ends. */
  readonly untilWeEnd: (stream: Readable) => Readable
}

const createProxy =
  ({ upstream, publicUrl, contextOf, untilWeEnd }: Passing) =>
  async (mount: Mount, request: FastifyRequest, reply: FastifyReply) => {
    const body = (request.body as Readable | undefined) ?? null
    const call: UpstreamCall = {
      method: request.method as UpstreamCall['method'],
      path: targetOf(mount, request.url),
      headers: toUpstreamHeaders(request.headers, {
        requestId: request.id,
        clientAddress: request.ip,
        publicUrl,
        context: contextOf(request),
        hasBody: body !== null,
      }),
      body,
      ...watchLeaving(request, reply),
      onInfo: (info) => tellEarly(request, reply, info),
    }
    try {
      const answer = await upstream.send(mount.upstream, call)
      if (!call.hasLeft()) return await passOn(request, reply, answer, untilWeEnd)
      answer.stream?.once('error', () => {})
      answer.abandon()
    } catch (error) {
      if (!call.hasLeft()) return refuse(request, reply, error)
    }
    // Nobody is left to hear of it, and no service has failed.
    return reply.hijack()
  }

/** The path at the service, and the query; what is behind a `#` is not for servers (RFC 9110 section 7.1). */
function targetOf({ prefix, exactly }: Mount, url: string): string {
  const end = url.indexOf('#')
  const target = end === -1 ? url : url.slice(0, end)
  if (exactly === undefined) return target
  const query = target.indexOf('?', prefix.length)
  return query === -1 ? exactly : exactly + target.slice(query)
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  if (asksWhereUploadStands(request)) return leaveUnanswered(reply)
  // What the client still sends has no reader any more: its connection is of no use.
  if (!request.raw.complete) void reply.header('connection', 'close')
  throw toProblem(error)
}

/** The pages of these mounts name their files relative to their own address. */
function leadToFolder(mounts: readonly Mount[]) {
  const folders = new Set(mounts.filter(({ isFolder }) => isFolder).map(({ prefix }) => prefix))
  return ({ url }: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const path = pathOf(url)
    if (folders.has(path)) void reply.redirect(`${path}/`, 308)
    else done()
  }
}

function faultOfPath(url: string): Problem | undefined {
  const verdict = judgePath(pathOf(url))
  if (verdict === 'ambiguous') return problems.ambiguous_path()
  return verdict === 'unrouted' ? problems.not_found() : undefined
}

/** Tells when the connection closes before the answer has been sent. */
function watchLeaving(
  request: FastifyRequest,
  reply: FastifyReply,
): Pick<UpstreamCall, 'hasLeft' | 'onLeft'> {
  const { socket } = request.raw
  const waiting = new Set<() => void>()
  // While the token was verified, say: its events are over then.
  let hasLeft = socket.destroyed
  const onClose = () => {
    if (hasLeft || reply.raw.writableFinished) return
    hasLeft = true
    for (const abort of waiting) abort()
  }
  // The response's own close event comes late, or never, while a request body is still arriving.
  socket.once('close', onClose)
  reply.raw.once('close', () => {
    socket.off('close', onClose)
    onClose()
  })
  return {
    hasLeft: () => hasLeft,
    onLeft: (abort) => {
      waiting.add(abort)
      return () => void waiting.delete(abort)
    },
  }
}

async function passOn(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, whole, stream }: UpstreamAnswer,
  untilWeEnd: Passing['untilWeEnd'],
) {
  const { raw } = request
  if (statusCode >= 500 && asksWhereUploadStands(request)) {
    stream?.once('error', () => {}).resume()
    return leaveUnanswered(reply)
  }
  const isCut = !raw.complete
  if (isCut && statusCode >= 400) await readRest(raw, stream)
  const answer = whole === undefined ? stream : await whole
  // It knew the answer without the rest, as of a repeat, and nobody reads that any more.
  if (isCut && statusCode < 400 && whole !== undefined) await readRest(raw, stream)
  void reply.code(statusCode).headers(toClientHeaders(headers, request.id))
  // A connection on which the rest of a request still came takes no other.
  if (isCut) void reply.header('connection', 'close')
  const isEvents =
    stream !== undefined && String(headers['content-type']).startsWith('text/event-stream')
  return reply.send(isEvents ? untilWeEnd(stream) : answer)
}

/**
 * A service that refuses a request needs no more of its body. The rest is read here, or the client
 * would find its connection reset before the answer (RFC 9112 section 9.6).
 */
async function readRest(raw: IncomingMessage, answer: Readable | undefined): Promise<void> {
  raw.unpipe()
  // When the client leaves meanwhile the answer fails, too, and nobody is left to hear of it.
  answer?.once('error', () => {})
  await discardRest(raw)
}

function toProblem(error: unknown): Problem {
  const isTimeout = error instanceof errors.HeadersTimeoutError
  return isTimeout
    ? problems.upstream_timeout({ headers: { 'retry-after': '5' }, cause: error })
    : problems.upstream_unavailable({ headers: { 'retry-after': '1' }, cause: error })
}
