import { unreachable } from '../api/problem.ts'
import { accessToken, authorize, renewToken, SessionEnded } from './session.ts'
import { challengeOf, confirmIdentity } from './step-up.ts'

/**
 * `fetch` with the person's token. A token that a service does not take (revoked, or signed by a
 * key that was withdrawn) is renewed once and the request sent again: a 401 says that nothing was
 * done. So is one whose proof shall have a nonce. One who has to prove anew who they are (RFC 9470) is
 * asked for it, and then it is sent once more, the same with the same idempotency key.
 *
 * @throws ApiProblem `console.unreachable` when no answer came.
 */
export async function authorizedFetch(request: Request): Promise<Response> {
  await waitFor(accessToken)
  let answer = await send(request.clone())
  if (answer.status !== 401) return answer
  if (challengeOf(answer) === undefined) {
    const nonce = nonceOf(answer)
    if (nonce === undefined) await waitFor(renewToken)
    answer = await send(request.clone(), nonce)
  }
  const challenge = challengeOf(answer)
  if (challenge === undefined || !(await confirmIdentity(challenge))) return answer
  await waitFor(accessToken)
  return send(request)
}

/** RFC 9449 section 9. */
function nonceOf({ headers }: Response): string | undefined {
  const asks = headers.get('www-authenticate')?.includes('use_dpop_nonce') === true
  return asks ? (headers.get('dpop-nonce') ?? undefined) : undefined
}

async function waitFor(token: () => Promise<string>): Promise<void> {
  try {
    await token()
  } catch (error) {
    if (error instanceof SessionEnded) throw error
    throw unreachable(error)
  }
}

async function send(request: Request, nonce?: string): Promise<Response> {
  await authorize(request, nonce)
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw unreachable(error)
  }
}
