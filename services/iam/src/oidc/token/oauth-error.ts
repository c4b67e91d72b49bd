import { KeysUnavailable } from '@countersign/auth-verifier'
import { findOutage } from '@countersign/service-kit/database-unavailable'
import { discardRest } from '@countersign/service-kit/discard-rest'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The codes of RFC 6749 section 5.2 that our endpoints answer with, and those of RFC 8707 and RFC 9449. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_dpop_proof'

/** A refusal in the form of RFC 6749 section 5.2, which OAuth endpoints keep. */
export class OAuthError extends Error {
  readonly error: OAuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    error: OAuthErrorCode,
    description: string,
    status = 400,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
    this.status = status
    this.headers = headers
  }
}

/** Words failures of OAuth endpoints in that form. */
export async function answerOAuthError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  if (error instanceof OAuthError) {
    return reply
      .code(error.status)
      .headers(error.headers)
      .send({ error: error.error, error_description: error.message })
  }
  const status = readStatus(error)
  if (status === 503) void reply.header('retry-after', '1')
  if (status >= 500) request.log.error({ err: error }, 'an OAuth endpoint failed')
  // What is still being sent is read, or a proxy in between reports a fault of ours.
  if (status === 413) await discardRest(request.raw)
  return reply.code(status).send({ error: status >= 500 ? 'server_error' : 'invalid_request' })
}

function readStatus(error: unknown): number {
  if (!(error instanceof Error)) return 500
  if (error instanceof KeysUnavailable || findOutage(error) !== undefined) return 503
  if (error.name === 'InvalidRequest') return 400
  return 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
}
