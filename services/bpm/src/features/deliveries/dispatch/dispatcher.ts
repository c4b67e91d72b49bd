// Takes lanes (the FIFO queue of each instance) under a lease and serves them side by side.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/dispatcher.test.ts "keeps the order of each instance while many run at once"
// Kept by: services/bpm/src/features/deliveries/dispatch/faults.test.ts "takes nothing from a process that stood still past its lease"
// Kept by: services/bpm/src/features/deliveries/dispatch/fairness.test.ts "leave places to other endpoints of their tenant, and to other tenants"
import { uuidv7 } from 'uuidv7'
import { LEASE_MS, MOST_EVENTS_TOGETHER } from '../../../core/delivery.ts'
import type { DeliveryDeps } from '../deps.ts'
import { createBulkhead, dealOut } from './bulkhead.ts'
import type { CircuitBreakers } from './circuit-breaker.ts'
import { leaseLanes, listReadyRoutes, type LeasedLane, type Wanted } from './lease-queries.ts'
import type { Recorder } from './recorder.ts'
import { createRequestSizes } from './request-sizes.ts'
import { createRoom, type Room } from './room.ts'
import { runLane, type LaneDeps } from './run-lane.ts'

/**
 * Lanes that one process holds at a time. More than it needs requests under way, since a lane is also
 * held while its result is recorded and while the next ones are taken.
 */
export const LANES_AT_ONCE = 256
const EVENTS_PER_LANE = MOST_EVENTS_TOGETHER

export interface Dispatcher {
  /** Takes lanes that are due and starts serving them; answers how many. */
  round(): Promise<number>
  /** Resolves when no lane is being served. */
  idle(): Promise<void>
}

export interface DispatcherDeps extends Omit<LaneDeps, 'sizes'> {
  readonly db: DeliveryDeps['db']
  readonly log: DeliveryDeps['log']
  readonly onAttempt?: DeliveryDeps['onAttempt'] | undefined
  readonly onBlocked?: DeliveryDeps['onBlocked'] | undefined
  readonly breakers: CircuitBreakers
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
  const room = createRoom(createBulkhead(LANES_AT_ONCE), deps.breakers)
  const sizes = createRequestSizes(MOST_EVENTS_TOGETHER)

  function start(lane: LeasedLane, leaseEndsAt: number): void {
    const served = serve({ ...deps, sizes }, lane, leaseEndsAt).finally(() => {
      underWay.delete(served)
      room.leave(lane.route)
    })
    underWay.add(served)
  }

  return {
    async round() {
      await room.wait()
      if (room.free() === 0) return 0
      const ready = inTurn(await listReadyRoutes(deps.db), deps.random())
      const wanted = dealOut(ready, room.take)
      if (wanted.length === 0) return 0

      // Before the statement: the lease is counted from no later than the database counts it.
      const leaseEndsAt = performance.now() + LEASE_MS
      const lanes = await lease(deps.db, wanted, room)
      for (const lane of lanes) start(lane, leaseEndsAt)
      return lanes.length
    },
    async idle() {
      await Promise.all(underWay)
    },
  }
}

/** Takes lanes, and gives back the places for those that were not due or that another process took. */
async function lease(
  db: DispatcherDeps['db'],
  wanted: readonly Wanted[],
  room: Room,
): Promise<readonly LeasedLane[]> {
  const unused = new Map(wanted.map(({ route, limit }) => [route, limit]))
  try {
    const terms = { id: uuidv7(), ms: LEASE_MS, eventsPerLane: EVENTS_PER_LANE }
    const lanes = await leaseLanes(db, wanted, terms)
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

async function serve(
  deps: DispatcherDeps & LaneDeps,
  lane: LeasedLane,
  leaseEndsAt: number,
): Promise<void> {
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
