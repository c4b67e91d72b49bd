import type { Expression } from './expression.ts'
import type { CandidateRule } from './task-rules.ts'

/** When something is due: so long after it began, or at a moment. ISO 8601, or computed. */
export interface Delay {
  readonly kind: 'in' | 'at'
  readonly value: string | Expression
  /** Counts the working time of the tenant; only for `in`. */
  readonly working: boolean
  /** How often it comes, each time so long after the time before; once when absent. */
  readonly times?: number
}

/** What happens to a user task as time goes by, from the moment it is entered. */
export interface TimingRules {
  readonly due: Delay | undefined
  /** Key of the decision table that says how long there is, counted in working time or not. */
  readonly dueBy: { readonly ref: string; readonly working: boolean } | undefined
  readonly remind: { readonly delay: Delay; readonly times: number } | undefined
  readonly escalate:
    { readonly delay: Delay; readonly candidates: readonly CandidateRule[] } | undefined
  readonly timeout: { readonly delay: Delay; readonly result: 'approved' | 'rejected' } | undefined
}
