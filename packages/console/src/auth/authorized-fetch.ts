import { unreachable } from '../api/problem.ts'
import { accessToken, renewToken, SessionEnded } from './session.ts'

/**
 * `fetch` with the person's token. A token that a service does not take (revoked, or signed by a
 * key that was withdrawn) is renewed once and the request sent again: a 401 says that nothing was
 * done.
 *
 * @throws ApiProblem `console.unreachable` when no answer came.
 */
export async function authorizedFetch(request: Request): Promise<Response> {
  const again = request.clone()
  const answer = await send(request, await tokenFor(accessToken))
  if (answer.status !== 401) return answer
  return send(again, await tokenFor(renewToken))
}

async function tokenFor(get: () => Promise<string>): Promise<string> {
  try {
    return await get()
  } catch (error) {
    if (error instanceof SessionEnded) throw error
    throw unreachable(error)
  }
}

async function send(request: Request, token: string): Promise<Response> {
  request.headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw unreachable(error)
  }
}
