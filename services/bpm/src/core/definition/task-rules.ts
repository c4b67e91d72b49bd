// What a user task says beside who decides and how.
import type { COMMENT_RULES, COMMENTED_ACTIONS } from '@countersign/contracts'

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
