// Circuit breaker of each endpoint, with its bulkhead: what one process sends to it at a time.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/circuit-breaker.test.ts "opens after five failures in a row"

/** Lanes that one endpoint may occupy in a process, so that a slow one leaves room for others. */
const LANES_PER_ENDPOINT = 16
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface Circuit {
  inFlight: number
  /** Failures in a row of which no event is the cause: the endpoint, or that a tenant has no token for it. */
  failures: number
  /** While it is open, nothing is sent. After that one lane tries: it is half open. */
  openUntilMs: number
  pauseMs: number
}

/** The breakers of all endpoints, in the memory of one process. */
export interface CircuitBreakers {
  /** How many more lanes may go to an endpoint now: 0 while it pauses, 1 to try it again. */
  room(endpoint: string): number
  enter(endpoint: string): void
  leave(endpoint: string): void
  /** Tells whether events can go to an endpoint, as far as an attempt shows. */
  report(endpoint: string, health: 'up' | 'down'): void
}

/** @param nowMs A clock that only goes forward. */
export function createCircuitBreakers(nowMs: () => number): CircuitBreakers {
  const circuits = new Map<string, Circuit>()

  const circuitOf = (endpoint: string): Circuit => {
    const known = circuits.get(endpoint)
    if (known !== undefined) return known
    const circuit = { inFlight: 0, failures: 0, openUntilMs: 0, pauseMs: FIRST_PAUSE_MS }
    circuits.set(endpoint, circuit)
    return circuit
  }

  return {
    room(endpoint) {
      const circuit = circuits.get(endpoint)
      if (circuit === undefined) return LANES_PER_ENDPOINT
      if (circuit.openUntilMs > nowMs()) return 0
      const most = circuit.failures >= FAILURES_TO_OPEN ? 1 : LANES_PER_ENDPOINT
      return Math.max(0, most - circuit.inFlight)
    },
    enter(endpoint) {
      circuitOf(endpoint).inFlight += 1
    },
    leave(endpoint) {
      const circuit = circuitOf(endpoint)
      circuit.inFlight -= 1
      // Healthy and idle is the same as never seen; the map stays as small as the trouble.
      if (circuit.inFlight === 0 && circuit.failures === 0) circuits.delete(endpoint)
    },
    report(endpoint, health) {
      const circuit = circuitOf(endpoint)
      if (health === 'up') {
        circuit.failures = 0
        circuit.openUntilMs = 0
        circuit.pauseMs = FIRST_PAUSE_MS
        return
      }
      circuit.failures += 1
      // Those already under way when it opened say nothing new.
      if (circuit.failures < FAILURES_TO_OPEN || circuit.openUntilMs > nowMs()) return
      circuit.openUntilMs = nowMs() + circuit.pauseMs
      circuit.pauseMs = Math.min(circuit.pauseMs * 2, LONGEST_PAUSE_MS)
    },
  }
}
