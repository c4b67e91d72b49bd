import { toAnswer } from './answer.ts'
import type { Caller } from './caller.ts'
import { readCredentials } from './credentials.ts'
import type { Verifier } from './verifier.ts'

export { requires, requiresScope, serviceOnly, userOnly } from './authorize.ts'

/**
 * The caller of a fetch API request, as Hono, Next.js and others have it.
 *
 * @throws {@link AuthError} for {@link authErrorResponse} to answer.
 */
export async function authenticate(
  verifier: Pick<Verifier, 'verify'>,
  request: Pick<Request, 'headers' | 'method' | 'url'>,
): Promise<Caller> {
  const { headers, method, url } = request
  const { token, possession } = readCredentials({
    authorization: headers.get('authorization'),
    proof: headers.get('dpop'),
    method,
    path: new URL(url).pathname,
  })
  return verifier.verify(token, possession)
}

/** The response to an error of this package; throws any other error on. */
export function authErrorResponse(error: unknown): Response {
  const answer = toAnswer(error)
  if (answer === undefined) throw error
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}
