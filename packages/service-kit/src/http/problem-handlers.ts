import { AuthError } from '@countersign/auth-verifier'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { rememberMethods } from './allowed-methods.ts'
import type { App } from './app.ts'
import { discardRest } from './discard-rest.ts'
import { sqlStateOf } from '../database/sql-state.ts'
import { findOutage } from '../database/unavailable.ts'
import { withMetadata } from './protected-resource.ts'
import { Problem, type CommonProblems } from '../api/problem.ts'
import { InvalidRequest } from '../api/validation.ts'

/** Every failure leaves as problem+json; what is not a Problem is a bug and shows only its id. */
export function addProblemHandlers(app: App): void {
  const methodsAt = rememberMethods(app)
  const toUnrouted = (url: string, method: string): Problem => {
    const allowed = methodsAt(url)
    // A route that serves files has nothing at some of its addresses.
    if (allowed.length === 0 || allowed.includes(method)) return app.problems.not_found()
    return app.problems.method_not_allowed({ headers: { allow: allowed.join(', ') } })
  }
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    // What is wrong with a body matters less than that nobody takes it.
    const problem = request.is404
      ? toUnrouted(request.url, request.method)
      : toProblem(error, app.problems)
    if (problem.status >= 500)
      request.log.error({ err: error, code: problem.code }, 'request failed')
    // Who was cut off for being slow is not waited for.
    const isReadable = problem.status !== 408 && (await discardRest(request.raw))
    // Node ends the connection after the answer, instead of reading on for as long as bytes come.
    if (!isReadable) void reply.header('connection', 'close')
    return sendProblem(reply, request, problem)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, request, toUnrouted(request.url, request.method)),
  )
}

/**
 * The same for what no route is looked up for: an address that does not decode, a parameter that is
 * too long. Hooks do not run there.
 */
export const answerUnroutable =
  (problems: CommonProblems) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void sendProblem(reply.header('x-request-id', request.id), request, toProblem(error, problems))
  }

export function sendProblem(
  reply: FastifyReply,
  request: FastifyRequest,
  problem: Problem,
): FastifyReply {
  return (
    reply
      .code(problem.status)
      .headers(headersOf(problem, reply.server.resourceMetadataUrl))
      .type('application/problem+json')
      // Serialized here: a route's response schema must not drop the members of a code.
      .serializer(JSON.stringify)
      .send(problem.toBody(request.id, reply.server.problemTypes))
  )
}

function headersOf({ status, options: { headers = {} } }: Problem, metadataUrl?: string) {
  const challenge = headers['www-authenticate']
  if (status !== 401 || challenge === undefined || metadataUrl === undefined) return headers
  return { ...headers, 'www-authenticate': withMetadata(challenge, metadataUrl) }
}

/** Raised by the triggers that refuse what is written for an erased tenant. */
const TENANT_ERASED = '23T10'

/** The problem that a thrown value means to a client. */
export function toProblem(error: unknown, problems: CommonProblems): Problem {
  if (error instanceof Problem) return error
  if (error instanceof InvalidRequest) return problems.invalid_request({ errors: error.faults })
  // Before what was made of it: keys that cannot be read may be in a database that is away.
  if (findOutage(error) !== undefined)
    return problems.unavailable({ headers: { 'retry-after': '1' }, cause: error })
  // The token is from before, or its bearer was not told.
  if (sqlStateOf(error) === TENANT_ERASED)
    return problems.not_found({ detail: 'The tenant was erased.', cause: error })
  if (error instanceof AuthError) return fromAuthError(error)
  const statusCode = readStatus(error)
  if (statusCode === 413) return problems.payload_too_large()
  if (statusCode === 415) return problems.unsupported_media_type()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problems.invalid_request({ detail: 'The request cannot be read.', cause: error })
  }
  return problems.internal_error({ cause: error })
}

// The verifier's own words: it knows which of them are safe to send.
function fromAuthError(error: AuthError): Problem {
  const { type: _type, title, status, code, detail, ...members } = error.toProblem()
  return new Problem(
    code,
    { status, title },
    { detail, members, headers: error.headers, cause: error },
  )
}

function readStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  return typeof error.statusCode === 'number' ? error.statusCode : undefined
}
