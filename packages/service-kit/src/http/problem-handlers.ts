import { AuthError } from '@countersign/auth-verifier'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { discardRest } from './discard-rest.ts'
import { Problem, type CommonProblems } from '../api/problem.ts'
import { InvalidRequest } from '../api/validation.ts'

/** Every failure leaves as problem+json; what is not a Problem is a bug and shows only its id. */
export function addProblemHandlers(app: App): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const problem = toProblem(error, app.problems)
    if (problem.status >= 500)
      request.log.error({ err: error, code: problem.code }, 'request failed')
    // Who was cut off for being slow is not waited for.
    if (problem.status !== 408) await discardRest(request.raw)
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
