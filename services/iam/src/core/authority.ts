/** What a route asks of who calls it. */
export interface Demand {
  readonly permission?: string | undefined
  readonly scopes?: readonly string[] | undefined
}

/** What a token carries of what may be asked for. */
export interface Carried {
  readonly permissions: readonly string[]
  readonly scopes: readonly string[]
}

/** What of it is in force now, as the database says. */
export interface InForce extends Carried {
  /** Whether the session that a user's token came from is still running. A service has none. */
  readonly signedIn: boolean
}

export type AuthorityDecision =
  | { readonly allowed: true; readonly permissions: readonly string[] }
  | { readonly allowed: false; readonly reason: 'ended' }
  | { readonly allowed: false; readonly reason: 'missing'; readonly missing: string }

/**
 * Whether somebody may do what a route demands: what the token carries and what is in force now both
 * have to allow it. Administering (a permission is demanded) asks for a session that is still
 * running as well; a refresh token outlives its session by days.
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
  if (permission !== undefined && !inForce.signedIn) return { allowed: false, reason: 'ended' }
  const now = new Set(inForce.permissions)
  const permissions = carried.permissions.filter((name) => now.has(name))
  if (permission !== undefined && !permissions.includes(permission))
    return { allowed: false, reason: 'missing', missing: permission }
  const lacking = scopes.find(
    (scope) => !carried.scopes.includes(scope) || !inForce.scopes.includes(scope),
  )
  if (lacking !== undefined) return { allowed: false, reason: 'missing', missing: lacking }
  return { allowed: true, permissions }
}
