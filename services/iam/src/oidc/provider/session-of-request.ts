/** The session that a request came with. */
export interface RequestSession {
  readonly idHash: Buffer
  readonly uid: string
}

/**
 * By the request that found it. What the request saves at its end is a change of that session, never
 * a new one: it may have been ended meanwhile, and must stay so.
 */
export const sessionsOfRequests = new WeakMap<object, RequestSession>()
