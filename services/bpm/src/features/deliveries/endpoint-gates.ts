/** How many lanes one endpoint may occupy in a process, so that a slow one leaves room. */
const LANES_PER_ENDPOINT = 16
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface Gate {
  inFlight: number
  /** Failures in a row of which no event is the cause: the endpoint, or that there is no token. */
  failures: number
  openUntilMs: number
  pauseMs: number
}

/** Bulkhead and circuit breaker of each endpoint, in the memory of one process. */
export interface EndpointGates {
  /** How many more lanes may go to an endpoint now: 0 while it pauses, 1 to try it again. */
  room(endpoint: string): number
  enter(endpoint: string): void
  leave(endpoint: string): void
  /** Tells whether events can go to an endpoint, as far as an attempt shows. */
  report(endpoint: string, health: 'up' | 'down'): void
}

/** @param nowMs A clock that only goes forward. */
export function createEndpointGates(nowMs: () => number): EndpointGates {
  const gates = new Map<string, Gate>()

  const gateOf = (endpoint: string): Gate => {
    const known = gates.get(endpoint)
    if (known !== undefined) return known
    const gate = { inFlight: 0, failures: 0, openUntilMs: 0, pauseMs: FIRST_PAUSE_MS }
    gates.set(endpoint, gate)
    return gate
  }

  return {
    room(endpoint) {
      const gate = gates.get(endpoint)
      if (gate === undefined) return LANES_PER_ENDPOINT
      if (gate.openUntilMs > nowMs()) return 0
      const most = gate.failures >= FAILURES_TO_OPEN ? 1 : LANES_PER_ENDPOINT
      return Math.max(0, most - gate.inFlight)
    },
    enter(endpoint) {
      gateOf(endpoint).inFlight += 1
    },
    leave(endpoint) {
      const gate = gateOf(endpoint)
      gate.inFlight -= 1
      // Healthy and idle is the same as never seen; the map stays as small as the trouble.
      if (gate.inFlight === 0 && gate.failures === 0) gates.delete(endpoint)
    },
    report(endpoint, health) {
      const gate = gateOf(endpoint)
      if (health === 'up') {
        gate.failures = 0
        gate.openUntilMs = 0
        gate.pauseMs = FIRST_PAUSE_MS
        return
      }
      gate.failures += 1
      // Those already under way when it opened say nothing new.
      if (gate.failures < FAILURES_TO_OPEN || gate.openUntilMs > nowMs()) return
      gate.openUntilMs = nowMs() + gate.pauseMs
      gate.pauseMs = Math.min(gate.pauseMs * 2, LONGEST_PAUSE_MS)
    },
  }
}
