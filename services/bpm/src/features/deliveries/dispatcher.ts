import { uuidv7 } from 'uuidv7'
import { LEASE_MS } from '../../core/delivery.ts'
import type { DeliveryDeps } from './deps.ts'
import type { EndpointGates } from './endpoint-gates.ts'
import {
  claimLanes,
  listReadyRoutes,
  type ClaimedLane,
  type ReadyRoute,
  type Wanted,
} from './lane-queries.ts'
import { createPlaces, dealOut, type Places } from './places.ts'
import type { Recorder } from './recorder.ts'
import { endpointOf, runLane, type LaneDeps } from './run-lane.ts'

/**
 * Lanes that one process holds at a time. More than it needs requests under way, since a lane is also
 * held while its result is recorded and while the next ones are claimed.
 */
export const LANES_AT_ONCE = 256
const EVENTS_PER_LANE = 20
// Claiming for a single place each time would double the statements per event.
const WORTH_CLAIMING = 16
const MOST_WAIT_MS = 50

export interface Dispatcher {
  /** Takes lanes that are due and starts serving them; answers how many. */
  round(): Promise<number>
  /** Resolves when no lane is being served. */
  idle(): Promise<void>
}

export interface DispatcherDeps extends LaneDeps {
  readonly db: DeliveryDeps['db']
  readonly log: DeliveryDeps['log']
  readonly onAttempt?: DeliveryDeps['onAttempt'] | undefined
  readonly onBlocked?: DeliveryDeps['onBlocked'] | undefined
  readonly gates: EndpointGates
  readonly recorder: Recorder
  /** Ends requests under way. */
  readonly signal: AbortSignal
}

/**
 * Serves lanes: each on its own, so that a slow one holds up no other. Any number of processes may
 * run one; the leases in the database keep them off each other's lanes.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const underWay = new Set<Promise<void>>()
  const room = createRoom(createPlaces(LANES_AT_ONCE), deps.gates)
  let placeFreed: () => void = () => undefined

  // Waits while every place is taken, and a moment longer for a few to become free together.
  async function someRoom(): Promise<void> {
    const giveUpAt = performance.now() + MOST_WAIT_MS
    while (room.free() < WORTH_CLAIMING && performance.now() < giveUpAt) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, giveUpAt - performance.now()))
        placeFreed = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  function start(lane: ClaimedLane, leaseEndsAt: number): void {
    const served = serve(deps, lane, leaseEndsAt).finally(() => {
      room.leave(lane.route)
      underWay.delete(served)
      placeFreed()
    })
    underWay.add(served)
  }

  return {
    async round() {
      await someRoom()
      if (room.free() === 0) return 0
      const ready = inTurn(await listReadyRoutes(deps.db), deps.random())
      const wanted = dealOut(ready, room.take)
      if (wanted.length === 0) return 0

      // Before the statement: the lease is counted from no later than the database counts it.
      const leaseEndsAt = performance.now() + LEASE_MS
      const lanes = await claim(deps.db, wanted, room)
      for (const lane of lanes) start(lane, leaseEndsAt)
      return lanes.length
    },
    async idle() {
      await Promise.all(underWay)
    },
  }
}

/** Where both the process and the endpoint have a place for one more lane. */
interface Room {
  free(): number
  take(route: ReadyRoute): boolean
  leave(route: ReadyRoute): void
}

function createRoom(places: Places, gates: EndpointGates): Room {
  const holderOf = (route: ReadyRoute) => ({
    tenantId: route.tenantId,
    endpoint: endpointOf({ route }),
  })
  return {
    free: places.free,
    take(route) {
      const holder = holderOf(route)
      if (gates.room(holder.endpoint) === 0 || !places.take(holder)) return false
      gates.enter(holder.endpoint)
      return true
    },
    leave(route) {
      const holder = holderOf(route)
      gates.leave(holder.endpoint)
      places.leave(holder)
    },
  }
}

/** Takes lanes, and gives back the places for those that were not due or that another process took. */
async function claim(
  db: DispatcherDeps['db'],
  wanted: readonly Wanted[],
  room: Room,
): Promise<readonly ClaimedLane[]> {
  const unused = new Map(wanted.map(({ route, limit }) => [route, limit]))
  try {
    const lease = { id: uuidv7(), ms: LEASE_MS, eventsPerLane: EVENTS_PER_LANE }
    const lanes = await claimLanes(db, wanted, lease)
    for (const { route } of lanes) unused.set(route, (unused.get(route) ?? 0) - 1)
    return lanes
  } finally {
    for (const [route, count] of unused) for (let at = 0; at < count; at++) room.leave(route)
  }
}

// Who is first in the index must not always be first to be served.
function inTurn<T>(items: readonly T[], random: number): T[] {
  const offset = Math.floor(random * items.length)
  return [...items.slice(offset), ...items.slice(0, offset)]
}

async function serve(deps: DispatcherDeps, lane: ClaimedLane, leaseEndsAt: number): Promise<void> {
  const { tenantId, instanceId } = lane
  try {
    const result = await runLane(deps, lane, leaseEndsAt, deps.signal)
    const counts = await deps.recorder.record(result)
    for (const attempt of result.attempts) deps.onAttempt?.(attempt.outcome)
    const last = result.attempts.at(-1)
    if (last === undefined || last.outcome === 'delivered') return
    const { eventId, outcome, httpStatus } = last
    if (result.blocked && counts) {
      const { bizType } = lane.route
      deps.log.error({ tenantId, instanceId, outcome, httpStatus }, 'delivery blocked')
      await deps.onBlocked?.({ tenantId, instanceId, bizType, eventId, outcome, httpStatus })
    } else {
      const { attempts } = result.progress
      deps.log.warn({ tenantId, instanceId, outcome, httpStatus, attempts }, 'delivery failed')
    }
  } catch (error) {
    // Where it was not recorded, the lease ends by itself, and the lane is served from where it was.
    deps.log.error({ err: error, tenantId, instanceId }, 'lane given up')
  }
}
