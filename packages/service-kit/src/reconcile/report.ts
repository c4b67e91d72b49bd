/**
 * What became of a difference: `repaired`; `repairable`, which has one right answer that `--repair` gives;
 * `undecided`, which a person must decide; `unanswered`, which could not be compared, so that the command has to
 * be run again.
 */
export type DifferenceOutcome = 'repaired' | 'repairable' | 'undecided' | 'unanswered'

/** Something about which two places that were restored to different moments disagree. */
export interface Difference {
  /** Stable, for programs. */
  readonly kind: string
  readonly outcome: DifferenceOutcome
  readonly tenantId?: string
  /** Of what it is about: an approval, a binding, an object. */
  readonly id?: string
  /** In plain words: what is where, and what is to be done about it. */
  readonly text: string
}

export interface ReconcileReport {
  add(difference: Difference): void
  /** Counts what was compared, for the summary. */
  count(what: string, by?: number): void
  /** Prints the summary. @returns whether nothing is left to do. */
  end(): boolean
}

const outcomes = ['repaired', 'repairable', 'undecided', 'unanswered'] as const

/**
 * Prints each difference as it is found, so that a run which breaks off has said what it knew.
 *
 * @param options.json A line of JSON for each difference, the last the summary.
 */
export function createReport(options: {
  readonly service: string
  readonly json: boolean
  readonly print: (line: string) => void
}): ReconcileReport {
  const { service, json, print } = options
  const found = { repaired: 0, repairable: 0, undecided: 0, unanswered: 0 }
  const compared: Record<string, number> = {}
  return {
    add(difference) {
      found[difference.outcome] += 1
      print(json ? JSON.stringify({ service, ...difference }) : toLine(difference))
    },
    count(what, by = 1) {
      compared[what] = (compared[what] ?? 0) + by
    },
    end() {
      const done = found.repairable + found.undecided + found.unanswered === 0
      print(json ? JSON.stringify({ service, done, compared, found }) : summary(compared, found))
      return done
    },
  }
}

/** What a neighbour that cannot be asked leaves open. */
export function toFinding(kind: string, tenantId: string, error: unknown): Difference {
  const why = error instanceof Error ? error.message : 'unknown'
  return { kind, outcome: 'unanswered', tenantId, text: `not compared: ${why}; run this again` }
}

const toLine = ({ outcome, kind, tenantId, id, text }: Difference) =>
  `${outcome.padEnd(10)} ${[kind, tenantId && `tenant ${tenantId}`, id].filter(Boolean).join(' ')}: ${text}`

function summary(
  compared: Readonly<Record<string, number>>,
  found: Readonly<Record<DifferenceOutcome, number>>,
): string {
  const looked = Object.entries(compared).map(([what, count]) => `${count} ${what}`)
  const left = outcomes.map((outcome) => `${found[outcome]} ${outcome}`)
  return `compared: ${looked.join(', ') || 'nothing'}; found: ${left.join(', ')}`
}
