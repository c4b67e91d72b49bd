import type { RevocationFeed, Verifier } from '@countersign/auth-verifier'
import { addDrain } from '@countersign/service-kit/drain'
import { isHealthyProbe, type Readiness } from '@countersign/service-kit/health'
import type { App } from '@countersign/service-kit/http'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { ofKnownMembers, type Logger } from '@countersign/service-kit/log'
import { answerMalformed } from '@countersign/service-kit/malformed'
import { addMetrics } from '@countersign/service-kit/metrics'
import { PROBLEM_TYPES } from '@countersign/service-kit/problem'
import { addProblemHandlers, answerUnroutable } from '@countersign/service-kit/problem-handlers'
import { childLoggerFactory } from '@countersign/service-kit/request-log'
import { addRequestSpans } from '@countersign/service-kit/request-spans'
import { addRevocationState } from '@countersign/service-kit/revocation-state'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Applications } from './applications.ts'
import { registerConsole } from './console.ts'
import { trustFront } from './front-proxies.ts'
import { takeRequestId } from './headers.ts'
import { registerHealth, signInReadiness } from './health.ts'
import { loggedPath } from './logged-path.ts'
import {
  internalMounts,
  originsOf,
  publicMounts,
  type Mount,
  type ServiceAddresses,
} from './mounts.ts'
import { registerPages } from './pages.ts'
import { problems } from './problems.ts'
import { registerProxy } from './proxy.ts'
import { defaultLimits, type RateLimits } from './rate-limits.ts'
import { createContextReader } from './tenant-context.ts'
import { createUpstream, type Upstream } from './upstream.ts'

export interface GatewayOptions {
  readonly log: Logger
  readonly verifier: Verifier
  /** What the verifier refuses by: shown in metrics and health. */
  readonly revocations?: RevocationFeed
  /** Public base URL of the platform, as browsers see it. */
  readonly baseUrl: string
  readonly problemTypes?: string | undefined
  readonly services: ServiceAddresses
  readonly backends: readonly Mount[]
  readonly sampleAppUrl?: string
  /** Folder of the built console; without one there is none. */
  readonly consoleRoot?: string
  /** Where the application of a business type has its pages, by code. */
  readonly applications?: Applications
  /** Whose pages the console may show in a frame. */
  readonly frameOrigins?: readonly string[]
  /** Whether the tokens of the console are bound to a key (DPoP). */
  readonly consoleDpop?: boolean
  readonly limits?: RateLimits
  /** Addresses or ranges of load balancers in front, whose `X-Forwarded-For` is believed. */
  readonly frontProxies?: readonly string[]
  /** How many of them a request comes through; 1 when left out. */
  readonly frontProxyHops?: number
}

/** Statuses of who tried what they may not, or too often. */
const refused: ReadonlySet<number> = new Set([401, 403, 404, 429])

/**
 * The gateway: routes, cleans headers, streams. It decides nothing that a service must enforce. It
 * serves everything, `/internal` included, unless that is said to be {@link buildInternalApp}'s.
 */
export async function buildApp(
  options: GatewayOptions & { readonly internalElsewhere?: boolean },
): Promise<App> {
  const { consoleRoot, baseUrl, applications = {}, frameOrigins = [] } = options
  const { consoleDpop: dpop = false } = options
  const app = createShell(options)
  const readiness = addRevocationState(app, options.revocations, openSignIn(app, options))
  const upstream = openUpstream(app, options.services)
  registerHealth(app, upstream, options.services, readiness)
  registerPages(app, {
    baseUrl,
    ...(consoleRoot === undefined ? {} : { consoleUrl: `${baseUrl}/console/` }),
    ...(options.sampleAppUrl === undefined ? {} : { sampleAppUrl: options.sampleAppUrl }),
  })
  if (consoleRoot !== undefined) {
    await registerConsole(app, { root: consoleRoot, baseUrl, applications, frameOrigins, dpop })
  }
  const internal = options.internalElsewhere ? [] : internalMounts(options.services)
  const mounts = [...publicMounts(options.services), ...internal, ...options.backends]
  proxyTo(app, mounts, upstream, options)
  return app
}

/**
 * What is served on a listener that the internet cannot reach: `/internal` and health, nothing else.
 *
 * @param beside The gateway's other surface, whose metrics count these requests too, and which it ends with.
 */
export function buildInternalApp(options: GatewayOptions, beside: App): App {
  const app = createShell(options, beside)
  const upstream = openUpstream(app, options.services)
  registerHealth(app, upstream, options.services)
  proxyTo(app, internalMounts(options.services), upstream, options)
  return app
}

function createShell(options: GatewayOptions, beside?: App): App {
  const log: FastifyBaseLogger = options.log
  const { frontProxies = [], frontProxyHops = 1 } = options
  const app: App = Fastify({
    loggerInstance: log,
    trustProxy: trustFront(frontProxies, frontProxyHops),
    genReqId: ({ headers }) => takeRequestId(headers['x-request-id'], uuidv7),
    childLoggerFactory,
    logController: new LogController({ disableRequestLogging: true }),
    // Headers must come soon (Node's own limit); a large upload may take as long as it moves.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    clientErrorHandler: answerMalformed('gateway', options.log, options.problemTypes),
    frameworkErrors: answerUnroutable(problems),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1024 },
  }).withTypeProvider()
  app.decorate('problems', problems)
  app.decorate('problemTypes', options.problemTypes ?? PROBLEM_TYPES)
  // Ours is where traces begin; a browser that reads it can join what it measured itself.
  addRequestSpans(app, { tellsClient: true })
  addProblemHandlers(app)
  addDrain(app, beside?.drain)
  addMetrics(app, beside?.metrics)
  const isSecure = options.baseUrl.startsWith('https:')
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.header('x-request-id', request.id)
    if (isSecure) void reply.header('strict-transport-security', 'max-age=31536000')
    done(null, payload)
  })
  const lines = ofKnownMembers(options.log)
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, url } = request
    const { statusCode: status, elapsedTime: ms } = reply
    // Whence somebody tried what they may not; the line of the service says who.
    const from = refused.has(status) ? { address: request.ip } : {}
    const level = isHealthyProbe(request.routeOptions.url ?? null, status) ? 'debug' : 'info'
    lines[level]({ reqId, method, path: loggedPath(url), status, ms, ...from }, 'request')
    done()
  })
  return app
}

/** Where no console is served, nobody signs in to it. */
function openSignIn(app: App, options: GatewayOptions): Readiness | undefined {
  const { consoleRoot, baseUrl, services } = options
  if (consoleRoot === undefined) return undefined
  const http = createHttpClient({ userAgent: 'countersign-gateway' })
  app.addHook('onClose', () => http.close())
  return signInReadiness(baseUrl, originsOf(services.iam), http)
}

function openUpstream(app: App, { iam, bpm, dms }: ServiceAddresses): Upstream {
  const upstream = createUpstream([iam, bpm, dms].map(originsOf))
  app.addHook('onClose', () => upstream.close())
  return upstream
}

function proxyTo(
  app: App,
  mounts: readonly Mount[],
  upstream: Upstream,
  options: GatewayOptions,
): void {
  registerProxy(app, {
    mounts,
    upstream,
    publicUrl: new URL(options.baseUrl),
    readContext: createContextReader(options.verifier),
    limits: options.limits ?? defaultLimits,
  })
}
