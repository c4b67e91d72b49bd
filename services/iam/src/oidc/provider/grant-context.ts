import type { SessionPlace } from '../store/grant-queries.ts'

/** What the grant of a sign-in belongs to, beside what the library knows. */
export interface GrantContext {
  readonly tenantId: string
  readonly sessionUid: string
  readonly place: SessionPlace
  readonly sessionIdleMs: number
}

/** By the request that makes the grant, so that the row is complete from the start. */
export const grantContexts = new WeakMap<object, GrantContext>()
