import {
  AuthError,
  createVerifier,
  type RevocationCheck,
  type Verifier,
} from '@countersign/auth-verifier'
import { countersignAuth, userOnly } from '@countersign/auth-verifier/fastify'
import { createEventReceiver } from '@countersign/event-receiver'
import { fastifyEventReceiver } from '@countersign/event-receiver/fastify'
import { kyselyStore } from '@countersign/event-receiver/kysely'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { applyEvent } from './apply-event.ts'
import type { Config } from './config.ts'
import type { Tables } from './db.ts'
import { ApiError, UnknownResult } from './errors.ts'
import { registerPages } from './pages.ts'
import { registerRoutes } from './routes.ts'
import { loggerOfTrace } from './trace.ts'
import { bizType, type Workflow } from './workflow.ts'

export interface AppDeps {
  readonly config: Config
  readonly db: Kysely<Tables>
  readonly workflow: Workflow
  /** Whose tokens are refused before they end. */
  readonly revocations?: RevocationCheck
}

/** The application: a JSON API for users, one path for workflow events, a page, health. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, workflow, revocations } = deps
  const app = Fastify({
    logger: { level: config.logLevel, base: { service: 'expense' } },
    childLoggerFactory: loggerOfTrace,
    forceCloseConnections: true,
    // Fastify would drop unknown members and turn "10" into 10; we refuse both.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: true } },
  })
  app.setErrorHandler(sendProblem)
  const { issuerUrl: issuer, jwksUrl } = config
  const verifier = createVerifier({ issuer, jwksUrl, audience: issuer, revocations })
  await app.register(async (api) => {
    await api.register(countersignAuth, { verifier })
    api.addHook('onRequest', userOnly)
    registerRoutes(api, { db, workflow })
  })
  await registerEvents(app, db, config, verifier)
  if (config.web !== undefined) await app.register(registerPages, { ...config.web, issuer })
  app.get('/actuator/health', async () => {
    await sql`select 1`.execute(db)
    return { status: 'UP' }
  })
  return app
}

const DAY_MS = 86_400_000

async function registerEvents(
  app: FastifyInstance,
  db: Kysely<Tables>,
  { bpmUrl, workflowClientId, callbackOrigin }: Config,
  verifier: Verifier,
) {
  const receiver = createEventReceiver({
    verifier,
    workflowClientId,
    origin: callbackOrigin,
    bizTypes: [bizType],
    signatureKeys: `${bpmUrl}/api/bpm/v1/event-keys`,
    store: kyselyStore(db),
    apply: applyEvent,
    onRefused: (error, event) =>
      app.log.warn({ err: error, eventId: event?.eventId }, 'event not accepted'),
  })
  await app.register(fastifyEventReceiver, { receiver, path: '/internal/bpm-events' })
  const pruning = setInterval(() => {
    receiver.prune().catch((error: unknown) => app.log.warn({ err: error }, 'events not pruned'))
  }, DAY_MS)
  // It must keep neither the process nor a test alive.
  pruning.unref()
  app.addHook('onClose', async () => clearInterval(pruning))
}

function sendProblem(
  error: FastifyError | ApiError | AuthError | UnknownResult,
  request: Parameters<FastifyInstance['errorHandler']>[1],
  reply: Parameters<FastifyInstance['errorHandler']>[2],
) {
  const problem = toProblem(error)
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
  if (error instanceof AuthError) void reply.headers(error.headers)
  const body = JSON.stringify({ ...problem, requestId: request.id })
  return reply.code(problem.status).type('application/problem+json').send(body)
}

function toProblem(error: FastifyError | ApiError | AuthError | UnknownResult) {
  if (error instanceof AuthError) return error.toProblem()
  if (error instanceof ApiError)
    return problem(error.status, error.code, error.message, error.members)
  if (error instanceof UnknownResult) {
    return problem(503, 'expense.unknown_result', 'The platform did not answer; send it again')
  }
  if (error.validation !== undefined) {
    const errors = error.validation.map(({ instancePath, params, keyword, message }) => ({
      pointer: `${instancePath}${'additionalProperty' in params ? `/${String(params['additionalProperty'])}` : ''}`,
      code: keyword,
      detail: message ?? 'is not valid',
    }))
    return problem(400, 'expense.invalid_request', 'The request is not valid', { errors })
  }
  const status = error.statusCode ?? 500
  return status < 500
    ? problem(status, 'expense.invalid_request', error.message)
    : problem(500, 'expense.internal_error', 'Something went wrong here')
}

function problem(status: number, code: string, title: string, members: object = {}) {
  return { ...members, type: `urn:countersign:problem:${code}`, title, status, code }
}
