import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { RevocationFeed, Verifier } from '@countersign/auth-verifier'
import type { PlatformService } from '@countersign/contracts'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import type { App } from './app.ts'
import { addAuthentication, refusedCaller } from './authentication.ts'
import { closeQueries } from './closed-queries.ts'
import { addCors, originsIn, type OriginRule } from './cors.ts'
import { addDocs, type RouteDocs } from './docs.ts'
import { addActivity } from './activity.ts'
import { addDrain } from './drain.ts'
import { addHealth, isHealthyProbe, type Readiness } from './health.ts'
import { ofKnownMembers, type Logger } from '../process/log.ts'
import { addProtectedResource } from './protected-resource.ts'
import { addProblemHandlers, answerUnroutable } from './problem-handlers.ts'
import { jsonParser } from './json-parser.ts'
import { answerMalformed } from './malformed.ts'
import { childLoggerFactory } from './request-log.ts'
import { addRevocationState } from './revocation-state.ts'
import { addMetrics } from './metrics.ts'
import { addRequestSpans } from '../tracing/request-spans.ts'
import { PROBLEM_TYPES, type CommonProblems } from '../api/problem.ts'
import { lazySerializer, lazyValidator } from '../api/validation.ts'

export type { App } from './app.ts'

export interface AppOptions {
  readonly service: PlatformService
  /** `iss` of the tokens: with it the service publishes which ones it takes (RFC 9728). */
  readonly issuer?: string
  readonly version: string
  readonly description?: string
  /** What the OpenAPI document says beside what the routes say; loaded when it is first asked for. */
  readonly loadRouteDocs?: () => Promise<RouteDocs>
  /** OpenAPI of routes that speak other protocols, and that the service's own document leaves out. */
  readonly protocols?: object
  /** Codes that every request with a body can be answered with, for the OpenAPI document. */
  readonly bodyCodes?: readonly string[]
  /** The same of every request that needs a permission. */
  readonly permissionCodes?: readonly string[]
  readonly log: Logger
  readonly verifier: Verifier
  /** What the verifier refuses by: shown in metrics and readiness. */
  readonly revocations?: RevocationFeed | undefined
  readonly problems: CommonProblems
  /** What comes before the code in the `type` of a problem; `urn:countersign:problem:` when left out. */
  readonly problemTypes?: string | undefined
  /** The SPA client by which people sign in on the page at /docs; nobody can when left out. */
  readonly referenceClientId?: string | undefined
  /** Asked by the readiness path, e.g. whether the database answers. */
  readonly readiness?: Readiness
  /** Cap of a JSON body. Default 1 MiB. */
  readonly bodyLimitBytes?: number
  /** Most time to receive a whole request; 0 for a service that bounds its uploads itself. */
  readonly requestTimeoutMs?: number
  /** Peers whose X-Forwarded-For tells the client's address (`request.ip`), X-Forwarded-Proto the scheme. */
  readonly trustedProxies: readonly string[]
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
  const { trustedProxies } = options
  const app: App = Fastify({
    loggerInstance: log,
    bodyLimit: options.bodyLimitBytes ?? 1024 * 1024,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 1024 },
    // A slow body must not hold a socket for ever.
    requestTimeout: options.requestTimeoutMs ?? 60_000,
    childLoggerFactory,
    // One line a request, written below with what matters.
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerMalformed(options.service, options.log, options.problemTypes),
    frameworkErrors: answerUnroutable(options.problems),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('problems', options.problems)
  app.decorate('problemTypes', options.problemTypes ?? PROBLEM_TYPES)
  addRequestSpans(app)
  app.setValidatorCompiler(lazyValidator)
  app.setSerializerCompiler(lazySerializer)
  addProblemHandlers(app)
  closeQueries(app)
  addJsonParser(app)
  addDrain(app)
  addActivity(app)
  addMetrics(app)
  // Every request passes here: these hooks call back, because a promise for each would be felt.
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.header('x-request-id', request.id)
    done(null, payload)
  })
  const lines = ofKnownMembers(options.log)
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const route = routeOptions.url ?? null
    const status = reply.statusCode
    const level = isHealthyProbe(route, status) ? 'debug' : 'info'
    lines[level]({ reqId, method, route, status, ms, ...refusedCaller(request, status) }, 'request')
    done()
  })
  const { corsOrigins = [] } = options
  await addCors(app, typeof corsOrigins === 'function' ? corsOrigins : originsIn(corsOrigins))
  addAuthentication(app, options.verifier)
  await addDocs(app, options)
  if (options.issuer !== undefined) addProtectedResource(app, options.issuer, options.service)
  addHealth(app, addRevocationState(app, options.revocations, options.readiness))
  return app
}

function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && wellFormedRequestId.test(sent) ? sent : crypto.randomUUID()
}

function addJsonParser(app: App): void {
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, jsonParser(app))
}
