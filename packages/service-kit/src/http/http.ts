import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { RevocationFeed, Verifier } from '@countersign/auth-verifier'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import type { Socket } from 'node:net'
import type { App } from './app.ts'
import { addAuthentication } from './authentication.ts'
import { addCors, originsIn, type OriginRule } from './cors.ts'
import { addDocs } from './docs.ts'
import { addHealth, type Readiness } from './health.ts'
import type { Logger } from '../process/log.ts'
import { addProblemHandlers } from './problem-handlers.ts'
import { answerMalformed } from './malformed.ts'
import { addRevocationState } from './revocation-state.ts'
import { addMetrics } from './metrics.ts'
import type { CommonProblems } from '../api/problem.ts'
import { lazySerializer, lazyValidator } from '../api/validation.ts'

export type { App } from './app.ts'

export interface AppOptions {
  /** Prefix of the service: iam, bpm, dms. */
  readonly service: string
  readonly version: string
  readonly description?: string
  readonly log: Logger
  readonly verifier: Verifier
  /** What the verifier refuses by: shown in metrics and readiness. */
  readonly revocations?: RevocationFeed | undefined
  readonly problems: CommonProblems
  /** Asked by the readiness path, e.g. whether the database answers. */
  readonly readiness?: Readiness
  /** Cap of a JSON body. Default 1 MiB. */
  readonly bodyLimitBytes?: number
  /** Most time to receive a whole request; 0 for a service that bounds its uploads itself. */
  readonly requestTimeoutMs?: number
  /** Peers whose X-Forwarded-For tells the client's address (`request.ip`); none when left out. */
  readonly trustedProxies?: readonly string[]
  /** Origins of browser applications that may call; none when left out. */
  readonly corsOrigins?: readonly string[] | OriginRule
}

const wellFormedRequestId = /^[\w.:-]{1,128}$/

/**
 * The house's Fastify: closed and uncoerced bodies, coerced queries, problem+json for every
 * failure, a caller on each route, health, OpenAPI 3.1 at /openapi.json and a page at /docs, and a
 * drain that does not wait for idle keep-alive sockets.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const log: FastifyBaseLogger = options.log
  const { trustedProxies = [] } = options
  const app: App = Fastify({
    loggerInstance: log,
    bodyLimit: options.bodyLimitBytes ?? 1024 * 1024,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 1024 },
    // A slow body must not hold a socket for ever.
    requestTimeout: options.requestTimeoutMs ?? 60_000,
    // One line a request, written below with what matters.
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerMalformed(options.service),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('problems', options.problems)
  app.setValidatorCompiler(lazyValidator)
  app.setSerializerCompiler(lazySerializer)
  addProblemHandlers(app)
  addJsonParser(app)
  addDrain(app)
  addMetrics(app)
  // Every request passes here: these hooks call back, because a promise for each would be felt.
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.header('x-request-id', request.id)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info(
      { method, route: routeOptions.url ?? null, status: reply.statusCode, ms },
      'request',
    )
    done()
  })
  const { corsOrigins = [] } = options
  await addCors(app, typeof corsOrigins === 'function' ? corsOrigins : originsIn(corsOrigins))
  addAuthentication(app, options.verifier)
  await addDocs(app, options)
  addHealth(app, addRevocationState(app, options.revocations, options.readiness))
  return app
}

function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && wellFormedRequestId.test(sent) ? sent : crypto.randomUUID()
}

// Many clients label an empty body as JSON: to routes that need none that is no fault, to the
// others it is a missing body.
function addJsonParser(app: App): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else void parse(request, body, done)
    },
  )
}

// Fastify's close() waits for keep-alive sockets; telling their owners to close ends them with the
// answer under way.
function addDrain(app: App): void {
  let closing = false
  // Browsers connect ahead of asking. Node counts a socket that never asked as busy, until its time
  // for headers is over.
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close')
    done(null, payload)
  })
}
