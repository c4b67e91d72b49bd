/**
 * The approval tree: what a form-based editor works with. It says less than BPMN and is compiled to
 * it, so that there is one engine and one exchange format.
 */
export interface ApprovalTree {
  readonly steps: readonly TreeStep[]
}

export type TreeStep = ApproveStep | BranchStep | CallStep | CopyStep

export interface ApproveStep {
  readonly id: string
  readonly type: 'approve'
  readonly name: string
  readonly candidates: readonly TreeCandidate[]
  readonly mode?: string
  readonly threshold?: number
  readonly reject?: string
  readonly rejectThreshold?: number
  readonly onReject?: string
  readonly onEmpty?: string
  /** For `onEmpty: "users"`. */
  readonly emptyUsers?: readonly string[]
  readonly onInitiator?: string
  readonly duplicates?: string
  readonly return?: { readonly to?: string; readonly resubmit?: string }
  /** Actions that the step takes away. */
  readonly forbid?: readonly string[]
  /** Access to variables; those that are not named are readable. */
  readonly fields?: readonly { readonly name: string; readonly access: string }[]
  readonly due?: TreeTime
  readonly remind?: TreeTime & { readonly times?: number }
  readonly escalate?: TreeTime & { readonly candidates: readonly TreeCandidate[] }
  readonly timeout?: TreeTime & { readonly result?: string }
}

/** When something is due: an ISO 8601 duration from when the step begins, or a moment. */
export interface TreeTime {
  readonly in?: string
  readonly at?: string
  readonly calendar?: string
}

/** Runs another published process, as an approval of its own. */
export interface CallStep {
  readonly id: string
  readonly type: 'call'
  readonly name: string
  /** Key of the process. */
  readonly key: string
  readonly inheritVariables?: boolean
  readonly onReject?: string
  readonly in?: readonly TreeMapping[]
  readonly out?: readonly TreeMapping[]
}

export interface TreeMapping {
  readonly source: string
  readonly target: string
}

export interface BranchStep {
  readonly id: string
  readonly type: 'branch'
  readonly kind: 'exclusive' | 'inclusive' | 'parallel'
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

export interface CopyStep {
  readonly id: string
  readonly type: 'cc'
  readonly name: string
  readonly candidates: readonly TreeCandidate[]
}

export interface TreeCandidate {
  readonly kind: string
  readonly ref?: string
  readonly level?: number
  readonly from?: number
  readonly to?: number
  readonly direction?: string
  readonly name?: string
  readonly value?: string
  readonly weight?: number
}
