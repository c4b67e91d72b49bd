// Bulkhead: nobody fills the process, so that whoever comes next finds a place.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/bulkhead.test.ts "are there for whoever has none, whatever up to a hundred others hold on to"

/** Who holds a place: the tenant of a lane, and where its events go. */
export interface Holder {
  readonly tenantId: string
  readonly endpoint: string
}

/**
 * The lanes that a process may hold at a time, shared by one rule: nobody takes more than is left. A
 * tenant has no more than then stay free for other tenants, an endpoint of it no more than then are
 * left to its other endpoints.
 *
 * So one that hangs alone holds half at most, those that hang together hold less each, and whoever
 * comes next finds a place, without anybody having to know who hangs. (Dynamic thresholds, as in
 * switches that share one buffer; Choudhury and Hahne, 1998.)
 */
export interface Bulkhead {
  free(): number
  /** Takes a place if there is one for this holder. */
  take(holder: Holder): boolean
  leave(holder: Holder): void
}

export function createBulkhead(total: number): Bulkhead {
  const ofTenants = new Map<string, number>()
  const ofEndpoints = new Map<string, number>()
  let free = total

  const endpointKey = ({ tenantId, endpoint }: Holder): string => `${tenantId} ${endpoint}`
  const count = (held: Map<string, number>, key: string, change: 1 | -1): void => {
    const now = (held.get(key) ?? 0) + change
    if (now === 0) held.delete(key)
    else held.set(key, now)
  }

  return {
    free: () => free,
    take(holder) {
      const heldByTenant = ofTenants.get(holder.tenantId) ?? 0
      const heldByEndpoint = ofEndpoints.get(endpointKey(holder)) ?? 0
      // So many more and the tenant has as many as are free.
      const leftToTenant = Math.floor((free - heldByTenant) / 2)
      if (leftToTenant <= heldByEndpoint) return false
      free -= 1
      count(ofTenants, holder.tenantId, 1)
      count(ofEndpoints, endpointKey(holder), 1)
      return true
    },
    leave(holder) {
      free += 1
      count(ofTenants, holder.tenantId, -1)
      count(ofEndpoints, endpointKey(holder), -1)
    },
  }
}

/**
 * Deals places out one by one in turn: whoever wants little gets it, and those who want much share
 * the rest.
 *
 * @param take Takes a place for a route; false when there is none for it any more.
 * @returns how many places each route got, without those that got none.
 */
export function dealOut<Route>(
  routes: readonly Route[],
  take: (route: Route) => boolean,
): { readonly route: Route; readonly limit: number }[] {
  const limits = new Map<Route, number>()
  let candidates = routes
  while (candidates.length > 0) {
    candidates = candidates.filter(take)
    for (const route of candidates) limits.set(route, (limits.get(route) ?? 0) + 1)
  }
  return [...limits].map(([route, limit]) => ({ route, limit }))
}
