import type { ServerResponse } from 'node:http'
import { toAnswer } from './answer.ts'
import type { Caller } from './caller.ts'
import { type NodeRequest, readCredentialsOf } from './credentials.ts'
import type { Verifier } from './verifier.ts'

export { requires, requiresScope, serviceOnly, userOnly } from './authorize.ts'

/**
 * The caller of a request.
 *
 * @throws {@link AuthError} for {@link sendAuthError} to answer.
 */
export async function authenticate(
  verifier: Pick<Verifier, 'verify'>,
  request: NodeRequest,
): Promise<Caller> {
  const { token, possession } = readCredentialsOf(request)
  return verifier.verify(token, possession)
}

/**
 * Answers an error of this package with its status, `WWW-Authenticate` and problem+json; throws any
 * other error on.
 */
export function sendAuthError(response: ServerResponse, error: unknown): void {
  const answer = toAnswer(error)
  if (answer === undefined) throw error
  response.writeHead(answer.status, answer.headers).end(answer.body)
}
