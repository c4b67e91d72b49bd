import type { Bulkhead } from './bulkhead.ts'
import type { CircuitBreakers } from './circuit-breaker.ts'
import type { ReadyRoute } from './lease-queries.ts'
import { endpointOf, ownEndpointOf } from './run-lane.ts'

// Taking lanes for a single place each time would double the statements per event.
const WORTH_LEASING = 16
const MOST_WAIT_MS = 50

/** Where the bulkhead of the process and the breakers of the endpoint, for all and for the tenant, let one more lane in. */
export interface Room {
  /** Resolves when a few places are free, or after a moment. */
  wait(): Promise<void>
  free(): number
  take(route: ReadyRoute): boolean
  leave(route: ReadyRoute): void
}

export function createRoom(places: Bulkhead, breakers: CircuitBreakers): Room {
  const holderOf = (route: ReadyRoute) => ({
    tenantId: route.tenantId,
    endpoint: endpointOf({ route }),
  })
  const breakersOf = (route: ReadyRoute) => [endpointOf({ route }), ownEndpointOf({ route })]
  let placeFreed: () => void = () => undefined
  return {
    async wait() {
      const giveUpAt = performance.now() + MOST_WAIT_MS
      while (places.free() < WORTH_LEASING && performance.now() < giveUpAt) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, giveUpAt - performance.now()))
          placeFreed = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    free: places.free,
    take(route) {
      const keys = breakersOf(route)
      if (keys.some((key) => breakers.room(key) === 0)) return false
      if (!places.take(holderOf(route))) return false
      keys.forEach(breakers.enter)
      return true
    },
    leave(route) {
      breakersOf(route).forEach(breakers.leave)
      places.leave(holderOf(route))
      placeFreed()
    },
  }
}
