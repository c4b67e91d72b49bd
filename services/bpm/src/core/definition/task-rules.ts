// What a user task says: who decides, how, and what may be done beside.
import type { COMMENT_RULES, COMMENTED_ACTIONS } from '@countersign/contracts'
import type { Expression } from './expression.ts'

export interface PolicyRule {
  readonly onEmpty: 'approve' | 'reject' | 'block' | 'administrators' | 'users'
  /** Names or ids, for `onEmpty: 'users'`. */
  readonly emptyUsers: readonly string[]
  readonly onInitiator: 'self' | 'skip' | 'manager' | 'departmentLeader'
  /** `everywhere`: as `any`, and one approval counts for open tasks in other branches, too. */
  readonly duplicates: 'none' | 'any' | 'consecutive' | 'everywhere'
}

export interface ReturnRule {
  readonly to: 'none' | 'previous' | 'initiator' | 'any'
  readonly resubmit: 'rerun' | 'straightBack' | 'returner'
}

/** Whether an action needs a comment; where nothing is said it does not. */
export type CommentRule = {
  readonly [A in (typeof COMMENTED_ACTIONS)[number]]?: (typeof COMMENT_RULES)[number]
}

/** What a change of values by the owner means to those who have decided on them here. */
export interface ChangeRule {
  /** While the node is asked: whether votes on other values are asked again. */
  readonly open: 'askAgain' | 'keep'
  /** Once it is decided: marked, decided anew with all that followed, or the change is refused. */
  readonly decided: 'mark' | 'askAgain' | 'refuse'
}

export type FieldAccess = 'hidden' | 'read' | 'write'

/** `atLeast`: in mode `quorum`, how many of those that the rule finds have to approve. */
export type CandidateRule = { readonly atLeast?: number } & (
  | {
      readonly kind: 'user' | 'role' | 'department' | 'post'
      readonly ref: string
      readonly weight: number
    }
  | { readonly kind: 'departmentLeader'; readonly level: number; readonly weight: number }
  | {
      readonly kind: 'managerLine'
      readonly from: number
      readonly to: number
      readonly direction: 'bottomUp' | 'topDown'
      readonly weight: number
    }
  | {
      readonly kind: 'initiator' | 'initiatorSelects' | 'previousApproverSelects'
      readonly weight: number
    }
  | { readonly kind: 'variable'; readonly name: string; readonly weight: number }
  | { readonly kind: 'expression'; readonly value: Expression; readonly weight: number }
  /** Whom a decision table names. */
  | { readonly kind: 'decision'; readonly ref: string; readonly weight: number }
)

/** `single`: one task that any of the candidates may take; the others give each person a task. */
export type DecisionMode =
  'single' | 'all' | 'any' | 'sequential' | 'ratio' | 'count' | 'weighted' | 'quorum'

export interface DecisionRule {
  readonly mode: DecisionMode
  /** `ratio`: share in (0, 1]; `count`: people; `weighted`: sum of weights. */
  readonly threshold: number
  /** `unreachable`: rejected once the threshold can no longer be reached. */
  readonly reject: 'any' | 'all' | 'ratio' | 'count' | 'unreachable'
  readonly rejectThreshold: number
  /**
   * `end` ends the approval as REJECTED; `continue` goes on and leaves it to `outcomes`; `throw` leads over an error event
   * on the border of the task or around it, and ends the approval where none catches it.
   */
  readonly onReject: 'end' | 'continue' | 'throw'
  /** Code of the error that a rejection throws; absent where it has none. */
  readonly error?: string
}
