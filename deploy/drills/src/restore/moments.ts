import type { Ledger } from '../workload/ledger.ts'
import type { Cluster } from './cluster.ts'

export const restored = ['iam', 'bpm', 'dms'] as const
export type Restored = (typeof restored)[number]

/** A moment to which something is restored, and what the ledger knew about it. */
export interface Moment {
  /** As the database's clock had it, for `recovery_target_time`. */
  readonly time: string
  /** By kind, what was acknowledged before: it has to be there. */
  readonly before: Readonly<Record<Kind, ReadonlySet<string>>>
  /** What was not even asked for by then cannot be there. */
  readonly askedFor: Readonly<Record<Kind, ReadonlySet<string>>>
}

const kinds = ['started', 'decided', 'uploaded'] as const
type Kind = (typeof kinds)[number]

export async function takeMoment(ledger: Ledger, source: Cluster): Promise<Moment> {
  const before = keysOf(ledger, (entry) => entry !== undefined)
  const time = await source.ask('select clock_timestamp()')
  return { time, before, askedFor: keysOf(ledger, () => true) }
}

function keysOf(
  ledger: Ledger,
  isMeant: (acknowledged: object | undefined) => boolean,
): Record<Kind, Set<string>> {
  const of = (kind: Kind) =>
    new Set([...ledger[kind]].filter(([, entry]) => isMeant(entry)).map(([key]) => key))
  return { started: of('started'), decided: of('decided'), uploaded: of('uploaded') }
}
