import { uuidv7 } from 'uuidv7'
import { LEASE_MS } from '../../core/delivery.ts'
import type { DeliveryDeps } from './deps.ts'
import { dealOut, type EndpointGates } from './endpoint-gates.ts'
import { claimLanes, listReadyRoutes, type ClaimedLane, type ReadyRoute } from './lane-queries.ts'
import type { Recorder } from './recorder.ts'
import { endpointOf, runLane, type LaneDeps } from './run-lane.ts'

/**
 * Lanes that one process holds at a time. More than it needs requests under way, since a lane is also
 * held while its result is recorded and while the next ones are claimed.
 */
export const LANES_AT_ONCE = 128
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
  let placeFreed: () => void = () => undefined

  const freePlaces = () => LANES_AT_ONCE - underWay.size

  // Waits while every place is taken, and a moment longer for a few to become free together.
  async function someRoom(): Promise<void> {
    const giveUpAt = performance.now() + MOST_WAIT_MS
    while (freePlaces() < WORTH_CLAIMING && performance.now() < giveUpAt) {
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
    const endpoint = endpointOf(lane)
    deps.gates.enter(endpoint)
    const served = serve(deps, lane, leaseEndsAt).finally(() => {
      deps.gates.leave(endpoint)
      underWay.delete(served)
      placeFreed()
    })
    underWay.add(served)
  }

  return {
    async round() {
      await someRoom()
      if (freePlaces() === 0) return 0
      const ready = inTurn(await listReadyRoutes(deps.db), deps.random())
      const endpoint = (route: ReadyRoute) => endpointOf({ route })
      const wanted = dealOut(ready, freePlaces(), endpoint, deps.gates.room)
      if (wanted.length === 0) return 0

      // Before the statement: the lease is counted from no later than the database counts it.
      const leaseEndsAt = performance.now() + LEASE_MS
      const lease = { id: uuidv7(), ms: LEASE_MS, eventsPerLane: EVENTS_PER_LANE }
      const lanes = await claimLanes(deps.db, wanted, lease)
      for (const lane of lanes) start(lane, leaseEndsAt)
      return lanes.length
    },
    async idle() {
      await Promise.all(underWay)
    },
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
