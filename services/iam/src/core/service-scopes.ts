import { tenantOfScope } from '@countersign/contracts'

export type ScopeDecision =
  | {
      readonly allowed: true
      readonly scopes: readonly string[]
      readonly tenantId: string | undefined
    }
  | { readonly allowed: false; readonly scope: string; readonly reason: string }

/**
 * Decides what a SERVICE client gets for the scopes it asks: all of them or a refusal, never fewer
 * in silence. A token names one tenant at most.
 *
 * @param mayNameTenant whether the client was granted that tenant (or every one).
 */
export function decideServiceScopes(
  requested: readonly string[],
  granted: readonly string[],
  mayNameTenant: (tenantId: string) => boolean,
): ScopeDecision {
  const scopes = [...new Set(requested)]
  let tenantId: string | undefined
  for (const scope of scopes) {
    const named = tenantOfScope(scope)
    if (named === undefined) {
      if (!granted.includes(scope)) return refuse(scope, 'the scope is not granted to this client')
    } else {
      if (tenantId !== undefined) return refuse(scope, 'a token names one tenant')
      if (!mayNameTenant(named)) return refuse(scope, 'the tenant is not granted to this client')
      tenantId = named
    }
  }
  return { allowed: true, scopes, tenantId }
}

const refuse = (scope: string, reason: string): ScopeDecision => ({ allowed: false, scope, reason })
