import { toAnswer } from './answer.ts'
import { readBearer } from './bearer.ts'
import type { Caller } from './caller.ts'
import type { Verifier } from './verifier.ts'

export { requires, requiresScope, serviceOnly, userOnly } from './authorize.ts'

/**
 * The caller of a fetch API request, as Hono, Next.js and others have it.
 *
 * @throws {@link AuthError} for {@link authErrorResponse} to answer.
 */
export async function authenticate(
  verifier: Pick<Verifier, 'verify'>,
  request: Pick<Request, 'headers'>,
): Promise<Caller> {
  return verifier.verify(readBearer(request.headers.get('authorization')))
}

/** The response to an error of this package; throws any other error on. */
export function authErrorResponse(error: unknown): Response {
  const answer = toAnswer(error)
  if (answer === undefined) throw error
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}
