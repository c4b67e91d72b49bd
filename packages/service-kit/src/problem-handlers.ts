import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { authProblem } from './caller.ts'
import type { App } from './http.ts'
import { Problem, type CommonProblems } from './problem.ts'
import { InvalidRequest } from './validation.ts'

/** Every failure leaves as problem+json; what is not a Problem is a bug and shows only its id. */
export function addProblemHandlers(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = toProblem(error, app.problems)
    if (problem.status >= 500)
      request.log.error({ err: error, code: problem.code }, 'request failed')
    return sendProblem(reply, request, problem)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(reply, request, app.problems.not_found()))
}

export function sendProblem(
  reply: FastifyReply,
  request: FastifyRequest,
  problem: Problem,
): FastifyReply {
  return (
    reply
      .code(problem.status)
      .headers(problem.options.headers ?? {})
      .type('application/problem+json')
      // Serialized here: a route's response schema must not drop the members of a code.
      .serializer(JSON.stringify)
      .send(problem.toBody(request.id))
  )
}

/** The problem that a thrown value means to a client. */
export function toProblem(error: unknown, problems: CommonProblems): Problem {
  if (error instanceof Problem) return error
  if (error instanceof InvalidRequest) return problems.invalid_request({ errors: error.faults })
  const { code, statusCode } = readError(error)
  if (code === 'auth.keys_unavailable') {
    return authProblem('keys_unavailable', { cause: error, headers: { 'retry-after': '5' } })
  }
  if (statusCode === 413) return problems.payload_too_large()
  if (statusCode === 415) return problems.unsupported_media_type()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return problems.invalid_request({ detail: 'The request cannot be read.', cause: error })
  }
  return problems.internal_error({ cause: error })
}

function readError(error: unknown): { code?: unknown; statusCode?: number } {
  if (!(error instanceof Error)) return {}
  const statusCode =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
  const code: unknown = 'code' in error ? error.code : undefined
  return statusCode === undefined ? { code } : { code, statusCode }
}
