import type { AnchoredHead, AuditedService } from './heads.ts'

/** What does not hold, with what names it. */
export interface Fault {
  readonly kind:
    | 'row_changed'
    | 'row_missing'
    | 'row_in_no_block'
    | 'row_late'
    | 'row_backdated'
    | 'block_missing'
    | 'block_changed'
    | 'chain_broken'
    | 'end_cut'
    | 'history_rewritten'
    | 'head_forged'
    | 'restored'
    | 'anchors_missing'
    | 'anchors_behind'
    | 'anchored_late'
    | 'event_fault'
    | 'guard_missing'
  readonly tenantId?: string
  /** Key of the row: an id, or the approval's and the number of the row in its log. */
  readonly row?: string
  /** Of a block, in dms of an event. */
  readonly number?: number
  /** In plain words. */
  readonly text: string
}

/** When a head was signed, and of which block, in dms of which event. */
export type Anchored = Pick<AnchoredHead, 'at' | 'number'>

export interface ServiceReport {
  readonly service: AuditedService
  readonly holds: boolean
  /** Rows that were compared with their hash. */
  readonly rows: number
  /** Anchored heads that were compared with the database. */
  readonly heads: number
  /** The first and the last anchored head by their time; null when there is none. */
  readonly anchored: { readonly first: Anchored; readonly last: Anchored } | null
  readonly faults: readonly Fault[]
  /** How many more there are than are listed. */
  readonly moreFaults: number
  /** What is no fault, and says how far the proof goes. */
  readonly notes: readonly string[]
}

const MOST_FAULTS = 100

/** Collects what is found about one service. */
export function createFindings(service: AuditedService) {
  const faults: Fault[] = []
  const notes: string[] = []
  let [rows, heads, moreFaults] = [0, 0, 0]
  let anchored: ServiceReport['anchored'] = null
  return {
    fault(fault: Fault): void {
      if (faults.length < MOST_FAULTS) faults.push(fault)
      else moreFaults += 1
    },
    note: (text: string) => void notes.push(text),
    countRows: (count: number) => void (rows += count),
    countHead: () => void (heads += 1),
    anchored({ at, number }: Anchored): void {
      const head = { at, number }
      const { first = head, last = head } = anchored ?? {}
      anchored = { first: at < first.at ? head : first, last: at > last.at ? head : last }
    },
    report: (): ServiceReport => ({
      service,
      holds: faults.length === 0,
      rows,
      heads,
      anchored,
      faults,
      moreFaults,
      notes,
    }),
  }
}

export type Findings = ReturnType<typeof createFindings>
