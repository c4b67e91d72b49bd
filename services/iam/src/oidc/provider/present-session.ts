import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'

export interface PresentSession {
  readonly uid: string
  readonly userId: string
}

/** Who is signed in with this browser now. */
export async function findPresentSession(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PresentSession | undefined> {
  const { uid, accountId: userId } = await provider.Session.get(
    provider.createContext(request.raw, reply.raw),
  )
  return userId === undefined ? undefined : { uid, userId }
}
