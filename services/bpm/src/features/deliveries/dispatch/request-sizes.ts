// How many events an endpoint takes in one request, as far as it has shown: halved where a request of several failed as a
// whole, and tried again with one more now and then. Without it a receiver that cannot take a full one got the same again for ever.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/run-lane.test.ts "learns how many a receiver can take"

/** Events that are taken before one more is tried: a receiver that takes one alone is asked seldom. */
const TAKEN_TO_GROW = 50

interface Size {
  most: number
  taken: number
}

/** The sizes of all endpoints, in the memory of one process. */
export interface RequestSizes {
  /** @param wanted As many as the receiver asks for. */
  most(endpoint: string, wanted: number): number
  /** A request of so many events was acknowledged, or failed for a reason that may be its size. */
  report(endpoint: string, count: number, outcome: 'taken' | 'failed'): void
}

export function createRequestSizes(longest: number): RequestSizes {
  // Endpoints that take as many as they ask for have no entry.
  const sizes = new Map<string, Size>()
  return {
    most: (endpoint, wanted) => Math.min(wanted, sizes.get(endpoint)?.most ?? wanted),
    report(endpoint, count, outcome) {
      const size = sizes.get(endpoint)
      if (outcome === 'failed') {
        if (count === 1) return
        const most = Math.min(size?.most ?? count, Math.floor(count / 2))
        sizes.set(endpoint, { most, taken: 0 })
        return
      }
      if (size === undefined) return
      size.taken += count
      if (size.taken < TAKEN_TO_GROW) return
      size.most += 1
      size.taken = 0
      if (size.most >= longest) sizes.delete(endpoint)
    },
  }
}
