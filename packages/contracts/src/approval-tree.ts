/**
 * The approval tree: the steps of a process as a form-based designer draws them. It says less than
 * BPMN, and bpm compiles it to BPMN. Designers and bpm share these types; bpm checks what arrives.
 */
export interface ApprovalTree {
  readonly steps: readonly TreeStep[]
  /** Steps that are kept apart: nobody decides at two of those named together. */
  readonly separations?: readonly TreeSeparation[]
  readonly imported?: readonly TreeImported[]
}

/** Whether a separation holds in each round by itself, or between rounds, too. */
export const SEPARATION_ROUNDS = ['each', 'all'] as const

export interface TreeSeparation {
  /** Ids of two steps or more of type `approve`. */
  readonly nodes: readonly string[]
  readonly rounds?: (typeof SEPARATION_ROUNDS)[number]
}

export type TreeStep =
  | ApproveStep
  | AutoStep
  | BranchStep
  | CallbackStep
  | CallStep
  | CopyStep
  | DecisionStep
  | EndStep
  | JumpStep
  | SubProcessStep
  | WaitStep

export const IMPORT_OUTCOMES = ['mapped', 'ignored', 'refused'] as const

/** What became of something that another tool said. What is `refused` keeps the process from being published. */
export interface TreeImported {
  readonly name: string
  readonly value?: string
  readonly outcome: (typeof IMPORT_OUTCOMES)[number]
  /** What counts instead of it. */
  readonly wins?: string
}

interface Step {
  readonly id: string
  readonly imported?: readonly TreeImported[]
}

export const CANDIDATE_KINDS = [
  'user',
  'role',
  'department',
  'post',
  'departmentLeader',
  'managerLine',
  'initiator',
  'initiatorSelects',
  'previousApproverSelects',
  'variable',
  'expression',
  'decision',
] as const
export type CandidateKind = (typeof CANDIDATE_KINDS)[number]

/** One rule by which people are found. */
export interface TreeCandidate {
  readonly kind: CandidateKind
  readonly ref?: string
  readonly level?: number
  readonly from?: number
  readonly to?: number
  readonly direction?: 'bottomUp' | 'topDown'
  readonly name?: string
  readonly value?: string
  readonly weight?: number
  /** For `mode: "quorum"`: how many of those that the rule finds have to approve. */
  readonly atLeast?: number
}

/** How many of the people of a step have to agree. */
export const DECISION_MODES = [
  'single',
  'all',
  'any',
  'sequential',
  'ratio',
  'count',
  'weighted',
  'quorum',
] as const
/** When their refusals end the step. */
export const REJECT_RULES = ['any', 'all', 'ratio', 'count', 'unreachable'] as const
/** What becomes of the approval when a step or a called process is rejected. */
export const ON_REJECT = ['end', 'continue'] as const
/** The same of a step in BPMN, where an error event may catch what a rejection throws. */
export const ON_REJECT_DRAWN = [...ON_REJECT, 'throw'] as const
/** What happens when a step has nobody. */
export const ON_EMPTY = ['approve', 'reject', 'block', 'administrators', 'users'] as const
/** What happens when the initiator would decide their own approval. */
export const ON_INITIATOR = ['self', 'skip', 'manager', 'departmentLeader'] as const
/** Whether a person who has agreed before is asked again. */
export const DUPLICATES = ['none', 'any', 'consecutive', 'everywhere'] as const
/** Where a step may return the approval to. */
export const RETURN_TARGETS = ['none', 'previous', 'initiator', 'any'] as const
/** Whether somebody who decides has to say why. */
export const COMMENT_RULES = ['required', 'optional'] as const
export const COMMENTED_ACTIONS = [
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'addSign',
] as const
/** Where it goes on when it is resubmitted. */
export const RESUBMIT_MODES = ['rerun', 'straightBack', 'returner'] as const

/** Whether those who have voted at a step that is still asked vote again when the owner changes values. */
export const OPEN_CHANGES = ['askAgain', 'keep'] as const
/** What becomes of a step that was decided on values that the owner changes; or of the change. */
export const DECIDED_CHANGES = ['mark', 'askAgain', 'refuse'] as const

export interface ApproveStep extends Step {
  readonly type: 'approve'
  readonly name: string
  readonly candidates: readonly TreeCandidate[]
  readonly mode?: (typeof DECISION_MODES)[number]
  readonly threshold?: number
  readonly reject?: (typeof REJECT_RULES)[number]
  readonly rejectThreshold?: number
  readonly onReject?: (typeof ON_REJECT)[number]
  readonly onEmpty?: (typeof ON_EMPTY)[number]
  /** For `onEmpty: "users"`. */
  readonly emptyUsers?: readonly string[]
  readonly onInitiator?: (typeof ON_INITIATOR)[number]
  readonly duplicates?: (typeof DUPLICATES)[number]
  readonly return?: TreeReturn
  /** Actions that it says something of; whoever decides may say nothing to the others. */
  readonly comment?: TreeComment
  readonly change?: TreeChange
  /** Actions that the step takes away. */
  readonly forbid?: readonly string[]
  /** Access to variables; those that are not named are readable. */
  readonly fields?: readonly {
    readonly name: string
    readonly access: 'hidden' | 'read' | 'write'
  }[]
  /** `decision`: key of the table that says how long there is, in place of a time. */
  readonly due?: TreeTime & { readonly decision?: string }
  readonly remind?: TreeTime & { readonly times?: number }
  readonly escalate?: TreeTime & { readonly candidates: readonly TreeCandidate[] }
  readonly timeout?: TreeTime & { readonly result?: 'approved' | 'rejected' }
}

export interface TreeReturn {
  readonly to?: (typeof RETURN_TARGETS)[number]
  readonly resubmit?: (typeof RESUBMIT_MODES)[number]
}

export type TreeComment = {
  readonly [A in (typeof COMMENTED_ACTIONS)[number]]?: (typeof COMMENT_RULES)[number]
}

/** What a change of values by the owner means to those who have decided on them. */
export interface TreeChange {
  readonly open?: (typeof OPEN_CHANGES)[number]
  readonly decided?: (typeof DECIDED_CHANGES)[number]
}

/** When something is due: an ISO 8601 duration from when the step begins, or a moment. */
export interface TreeTime {
  readonly in?: string
  readonly at?: string
  readonly calendar?: 'working' | 'continuous'
}

/** Tells people and asks nothing of them. */
export interface CopyStep extends Step {
  readonly type: 'cc'
  readonly name: string
  readonly candidates: readonly TreeCandidate[]
}

/** Runs another published process, as an approval of its own. */
export interface CallStep extends Step {
  readonly type: 'call'
  readonly name: string
  /** Key of the process. */
  readonly key: string
  readonly inheritVariables?: boolean
  readonly onReject?: (typeof ON_REJECT)[number]
  readonly in?: readonly TreeMapping[]
  readonly out?: readonly TreeMapping[]
  /** Runs it once for each, or as often as a number says. */
  readonly many?: TreeMany
}

export interface TreeMany {
  /** CEL: a list of texts, or of people. */
  readonly each?: string
  /** What one of them is called in `in`. */
  readonly as?: string
  /** CEL: how often; in place of `each`. */
  readonly times?: string
  readonly sequential?: boolean
  /** CEL: when the others are not waited for any more. */
  readonly until?: string
}

export interface TreeMapping {
  readonly source: string
  readonly target: string
}

export const STEP_RESULTS = ['approved', 'rejected'] as const

/** Decides by rules, without people; a rejection ends the approval. */
export interface AutoStep extends Step {
  readonly type: 'auto'
  readonly name: string
  readonly rules?: readonly {
    readonly when: string
    readonly result: (typeof STEP_RESULTS)[number]
  }[]
  /** When none of the rules holds. */
  readonly otherwise: (typeof STEP_RESULTS)[number]
}

/** Asks the owning application to do something, by an event, and goes on. */
export interface CallbackStep extends Step {
  readonly type: 'callback'
  readonly name: string
  readonly request: string
}

/** Asks a decision table for values. */
export interface DecisionStep extends Step {
  readonly type: 'decision'
  readonly name: string
  /** Key of the table. */
  readonly table: string
}

/** Nothing follows: this path is done, or with `all` everything is. */
export interface EndStep extends Step {
  readonly type: 'end'
  readonly name?: string
  readonly result?: (typeof STEP_RESULTS)[number]
  readonly all?: boolean
}

/** Goes on at another step, further up or down. */
export interface JumpStep extends Step {
  readonly type: 'jump'
  readonly name?: string
  readonly to: string
}

/** Steps under one name. */
export interface SubProcessStep extends Step {
  readonly type: 'sub'
  readonly name: string
  readonly steps: readonly TreeStep[]
}

/** Waits for a time, or for a message of the owning application. */
export interface WaitStep extends Step, TreeTime {
  readonly type: 'wait'
  readonly name: string
  readonly message?: string
}

export const BRANCH_KINDS = ['exclusive', 'inclusive', 'parallel'] as const

export interface BranchStep extends Step {
  readonly type: 'branch'
  readonly kind: (typeof BRANCH_KINDS)[number]
  readonly name?: string
  readonly branches: readonly TreeBranch[]
}

export interface TreeBranch {
  readonly name: string
  /** CEL; for `exclusive` and `inclusive`. */
  readonly when?: string
  /** Taken when no other branch is. */
  readonly otherwise?: boolean
  readonly steps: readonly TreeStep[]
}

/** The flow that leads into a branch of the compiled process: problems and drawings speak of it by this id. */
export const branchFlowId = (step: string, index: number): string => `${step}_branch_${index + 1}`

/** The flow of a jump, likewise. */
export const jumpFlowId = (step: string): string => `${step}_jump`
