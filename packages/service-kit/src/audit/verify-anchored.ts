import type { Findings } from './findings.ts'
import type { AnchoredHead } from './heads.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A stretch of time, ms since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const noTime: Span = { from: Infinity, to: -Infinity }

export const widen = (span: Span, times: readonly number[]): Span =>
  times.reduce(({ from, to }, at) => ({ from: Math.min(from, at), to: Math.max(to, at) }), span)

export interface Vouched {
  readonly tenantId?: string
  /** From the first that the chain has. */
  readonly whole: Span
  /** Of what is after the furthest anchored head. */
  readonly behind: Span
}

/**
 * Anchors vouch from the first one on, and up to the last: who removes the others and lets the service
 * anchor what they made anew has a chain that is older than its first anchor, or goes on after its last.
 *
 * @param since When anchoring began, as the auditor knows it from elsewhere.
 */
export function checkAnchored(
  heads: readonly AnchoredHead[],
  { tenantId, whole, behind }: Vouched,
  since: Date | undefined,
  findings: Findings,
): void {
  const tenant = tenantId === undefined ? {} : { tenantId }
  const of = tenantId === undefined ? '' : ` of tenant ${tenantId}`
  const first = heads.reduce((least, { at }) => Math.min(least, Date.parse(at)), Infinity)
  const begins = Math.max(whole.from, since?.getTime() ?? -Infinity)
  if (heads.length > 0 && first - begins > DAY_MS) {
    const text = `the audit${of} begins at ${textOf(begins)}, its first anchor is of ${textOf(first)}: nothing vouches for what was there before, unless anchoring began then (--since)`
    findings.fault({ kind: 'anchored_late', ...tenant, text })
  }
  if (behind.to - behind.from > HOUR_MS) {
    const text = `what was recorded${of} from ${textOf(behind.from)} to ${textOf(behind.to)} is not anchored: anchors stand still or were removed`
    findings.fault({ kind: 'anchors_behind', ...tenant, text })
  }
}

const textOf = (at: number) => new Date(at).toISOString()
