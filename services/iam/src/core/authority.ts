import {
  decideChallenge,
  decideOwnChallenge,
  type Challenge,
  type SessionState,
} from './authentication.ts'

/** What a route asks of who calls it. */
export interface Demand {
  readonly permission?: string | undefined
  readonly scopes?: readonly string[] | undefined
  /** An authentication of the last minutes, of people. */
  readonly stepUp?: boolean | undefined
}

/** What a token carries of what may be asked for. */
export interface Carried {
  readonly permissions: readonly string[]
  readonly scopes: readonly string[]
}

/** What of it is in force now, as the database says. */
export interface InForce extends Carried {
  /** The session that a user's token came from. A service has none. */
  readonly session?: SessionState
}

export type AuthorityDecision =
  | { readonly allowed: true; readonly permissions: readonly string[] }
  | { readonly allowed: false; readonly reason: 'ended' }
  | { readonly allowed: false; readonly reason: 'missing'; readonly missing: string }
  | { readonly allowed: false; readonly reason: 'authenticate'; readonly challenge: Challenge }

/**
 * Whether somebody may do what a route demands: what the token carries and what is in force now both
 * have to allow it. Administering (a permission is demanded) asks for a session that is still
 * running as well, since a refresh token outlives its session by days; and for as good a sign-in as
 * tenant, role, application and route demand, by what the session is now, whatever the token says.
 * Of one's own account, what guards it is changed by who signed in lately.
 *
 * @param inForce Undefined when account, membership, tenant, grant, client or token are no more.
 */
export function decideAuthority(
  demand: Demand,
  carried: Carried,
  inForce: InForce | undefined,
): AuthorityDecision {
  if (inForce === undefined) return { allowed: false, reason: 'ended' }
  const { permission, scopes = [] } = demand
  const { session } = inForce
  if (permission !== undefined && session?.signedIn === false)
    return { allowed: false, reason: 'ended' }
  const now = new Set(inForce.permissions)
  const permissions = carried.permissions.filter((name) => now.has(name))
  if (permission !== undefined && !permissions.includes(permission))
    return { allowed: false, reason: 'missing', missing: permission }
  const lacking = scopes.find(
    (scope) => !carried.scopes.includes(scope) || !inForce.scopes.includes(scope),
  )
  if (lacking !== undefined) return { allowed: false, reason: 'missing', missing: lacking }
  const challenge = session === undefined ? undefined : challengeOf(demand, session)
  if (challenge !== undefined) return { allowed: false, reason: 'authenticate', challenge }
  return { allowed: true, permissions }
}

function challengeOf(
  { permission, stepUp = false }: Demand,
  session: SessionState,
): Challenge | undefined {
  if (permission !== undefined) return decideChallenge(session, stepUp)
  return stepUp ? decideOwnChallenge(session) : undefined
}
