import type { Verifier } from '@countersign/auth-verifier'
import type { App } from '@countersign/service-kit/http'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { Logger } from '@countersign/service-kit/log'
import { answerMalformed } from '@countersign/service-kit/malformed'
import { addMetrics } from '@countersign/service-kit/metrics'
import { addProblemHandlers } from '@countersign/service-kit/problem-handlers'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Applications } from './applications.ts'
import { registerConsole } from './console.ts'
import { takeRequestId } from './headers.ts'
import { registerHealth } from './health.ts'
import { serviceMounts, type Mount, type ServiceAddresses } from './mounts.ts'
import { registerPages } from './pages.ts'
import { problems } from './problems.ts'
import { registerProxy } from './proxy.ts'
import { defaultLimits, type RateLimits } from './rate-limits.ts'
import { createContextReader } from './tenant-context.ts'
import { createUpstream } from './upstream.ts'

export interface GatewayOptions {
  readonly log: Logger
  readonly verifier: Verifier
  readonly http: HttpClient
  /** Public base URL of the platform, as browsers see it. */
  readonly baseUrl: string
  readonly services: ServiceAddresses
  readonly backends: readonly Mount[]
  readonly sampleAppUrl?: string
  /** Folder of the built console; without one there is none. */
  readonly consoleRoot?: string
  /** Where the application of a business type has its pages, by code. */
  readonly applications?: Applications
  /** Whose pages the console may show in a frame. */
  readonly frameOrigins?: readonly string[]
  readonly limits?: RateLimits
  /** Addresses or ranges of load balancers in front, whose `X-Forwarded-For` is believed. */
  readonly frontProxies?: readonly string[]
}

/** The gateway: routes, cleans headers, streams. It decides nothing that a service must enforce. */
export async function buildApp(options: GatewayOptions): Promise<App> {
  const log: FastifyBaseLogger = options.log
  const app: App = Fastify({
    loggerInstance: log,
    trustProxy: options.frontProxies?.length ? [...options.frontProxies] : false,
    genReqId: ({ headers }) => takeRequestId(headers['x-request-id'], uuidv7),
    logController: new LogController({ disableRequestLogging: true }),
    // Headers must come soon (Node's own limit); a large upload may take as long as it moves.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    clientErrorHandler: answerMalformed('gateway'),
    return503OnClosing: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1024 },
  }).withTypeProvider()
  app.decorate('problems', problems)
  addProblemHandlers(app)
  addMetrics(app)
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (options.baseUrl.startsWith('https:'))
      void reply.header('strict-transport-security', 'max-age=31536000')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const path = request.url.split('?', 1)[0]
    request.log.info({ method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'request')
  })
  const upstream = createUpstream()
  app.addHook('onClose', () => upstream.close())
  const { consoleRoot, baseUrl, applications = {}, frameOrigins = [] } = options
  registerPages(app, {
    baseUrl,
    ...(consoleRoot === undefined ? {} : { consoleUrl: `${baseUrl}/console/` }),
    ...(options.sampleAppUrl === undefined ? {} : { sampleAppUrl: options.sampleAppUrl }),
  })
  if (consoleRoot !== undefined) {
    await registerConsole(app, { root: consoleRoot, baseUrl, applications, frameOrigins })
  }
  registerHealth(app, options.http, options.services)
  registerProxy(app, {
    mounts: [...serviceMounts(options.services), ...options.backends],
    upstream,
    publicUrl: new URL(options.baseUrl),
    readContext: createContextReader(options.verifier),
    limits: options.limits ?? defaultLimits,
  })
  return app
}
