/** What was asked for, and what of it was acknowledged: each kind by the name that the asker gave it. */
export interface Ledger {
  /** Business ids of all approvals that were asked for. */
  readonly started: Map<string, Acknowledged<{ readonly instanceId: string }>>
  /** Task numbers of all decisions that were sent. */
  readonly decided: Map<string, Acknowledged<{ readonly instanceId: string }>>
  /** Titles of all documents that were sent. */
  readonly uploaded: Map<
    string,
    Acknowledged<{ readonly versionId: string; readonly sha256: string }>
  >
  /** By session: the refresh token that was given last. */
  readonly sessions: Map<string, Acknowledged<{ readonly refreshToken: string }>>
  /** Notes that a write was acknowledged now. */
  acknowledge(kind: Kind): void
  /** Notes an answer that leaves open what happened, or says to come again. */
  note(answer: string): void
  /** Notes what should not have happened. */
  fault(fault: string): void
  readonly faults: readonly string[]
  /** How often each unclear answer came. */
  readonly notes: ReadonlyMap<string, number>
  readonly counts: Readonly<Record<Kind, number>>
  /** Longest time without an acknowledged write, of a kind or of any, since a moment of `performance.now()`. */
  longestPauseMs(sinceMs: number, kind?: Kind): number
}

/** Undefined: sent, and nobody knows what became of it. */
export type Acknowledged<T> = T | undefined

export type Kind = 'signIn' | 'start' | 'decision' | 'upload' | 'delivery'

export function createLedger(now = () => performance.now()): Ledger {
  const acknowledgements: { readonly kind: Kind; readonly atMs: number }[] = []
  const counts: Record<Kind, number> = { signIn: 0, start: 0, decision: 0, upload: 0, delivery: 0 }
  const notes = new Map<string, number>()
  const faults: string[] = []
  return {
    started: new Map(),
    decided: new Map(),
    uploaded: new Map(),
    sessions: new Map(),
    notes,
    faults,
    counts,
    acknowledge(kind) {
      counts[kind] += 1
      acknowledgements.push({ kind, atMs: now() })
    },
    note: (answer) => void notes.set(answer, (notes.get(answer) ?? 0) + 1),
    fault: (fault) => void faults.push(fault),
    longestPauseMs(sinceMs, kind) {
      // A delivery is the platform's own work: a pause of clients is one without writes that they asked for.
      const counted = acknowledgements.filter((one) =>
        kind === undefined ? one.kind !== 'delivery' : one.kind === kind,
      )
      const times = counted.map(({ atMs }) => atMs).filter((atMs) => atMs >= sinceMs)
      const ends = [...times, now()]
      return Math.max(...ends.map((atMs, index) => atMs - (ends[index - 1] ?? sinceMs)))
    },
  }
}
