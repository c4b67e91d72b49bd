import fc from 'fast-check'
import { LEASE_MS } from '../../src/core/delivery.ts'

/** Something that happens to the processes or to what is between them and their database. */
export type Blow =
  /** A worker is killed, without warning, and another begins in its place. */
  | { readonly kind: 'kill'; readonly worker: number }
  /** A worker stands still for longer than its leases last, and goes on as if nothing had been. */
  | { readonly kind: 'pause'; readonly worker: number; readonly ms: number }
  /** Connections are broken off when what was asked on them is committed. */
  | { readonly kind: 'cut'; readonly connections: number }
  /** The database is killed and recovers. */
  | { readonly kind: 'restart' }

export interface Scheduled {
  readonly afterMs: number
  readonly blow: Blow
}

/** The same blows for the same seed. */
export function drawBlows(seed: number, workers: number, count: number): readonly Scheduled[] {
  const worker = fc.nat(workers - 1)
  const blow: fc.Arbitrary<Blow> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('kill' as const), worker }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pause' as const),
        worker,
        ms: fc.integer({ min: LEASE_MS + 1_000, max: LEASE_MS + 10_000 }),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('cut' as const),
        connections: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  )
  const scheduled = fc.record({ afterMs: fc.integer({ min: 200, max: 3_000 }), blow })
  return fc.sample(scheduled, { seed, numRuns: count })
}
