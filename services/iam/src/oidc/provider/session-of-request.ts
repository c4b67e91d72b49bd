import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Ground } from '../../accounts/session-queries.ts'

/** The session that a request came with. */
export interface RequestSession {
  readonly idHash: Buffer
  readonly uid: string
  /** Undefined where nobody is signed in. */
  readonly userId: string | undefined
}

/**
 * By the request that found it. What the request saves at its end is a change of that session, never
 * a new one: it may have been ended meanwhile, and must stay so.
 */
export const sessionsOfRequests = new WeakMap<object, RequestSession>()

/** What a request may store something new of an account on. */
export function groundOf(ctx: KoaContextWithOIDC, userId: string): Ground {
  const found = sessionsOfRequests.get(ctx)
  // Later pages come with the outcome of earlier ones: by then the password may be another.
  if (found?.userId === userId) return { kind: 'session', userId, sessionUid: found.uid }
  const login = ctx.oidc.result?.login as { readonly passwordDigest?: string } | undefined
  return { kind: 'sign_in', userId, passwordDigest: login?.passwordDigest }
}

/**
 * Whether a session is about to get another identifier: the row stays and is changed then, by one
 * statement. Between the end of one row and the beginning of another nobody could end it.
 */
export function isRenamed(ctx: KoaContextWithOIDC, idHash: Buffer, id: string): boolean {
  const found = sessionsOfRequests.get(ctx)
  const session = ctx.oidc.session
  return (
    found?.userId !== undefined &&
    found.idHash.equals(idHash) &&
    session?.accountId === found.userId &&
    session.jti !== id
  )
}
