/** Somebody who is asked: one rule by which people are found. */
export interface Candidate {
  readonly kind: CandidateKind
  readonly ref?: string
  readonly level?: number
  readonly from?: number
  readonly to?: number
  readonly direction?: string
  readonly name?: string
  readonly value?: string
  readonly weight?: number
}

export const candidateKinds = [
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
] as const
export type CandidateKind = (typeof candidateKinds)[number]

/** The rules of one approval step, as both the tree and BPMN have them; what is left out is default. */
export interface Rules {
  readonly candidates: readonly Candidate[]
  readonly mode?: string
  readonly threshold?: number
  readonly reject?: string
  readonly rejectThreshold?: number
  readonly onReject?: string
  readonly onEmpty?: string
  readonly emptyUsers?: readonly string[]
  readonly onInitiator?: string
  readonly duplicates?: string
  readonly return?: { readonly to?: string; readonly resubmit?: string }
}

export const modes = ['single', 'all', 'any', 'sequential', 'ratio', 'count', 'weighted'] as const
export const rejections = ['any', 'all', 'ratio', 'count', 'unreachable'] as const
export const onEmptyValues = ['administrators', 'approve', 'reject', 'block', 'users'] as const
export const onInitiatorValues = ['self', 'skip', 'manager', 'departmentLeader'] as const
export const duplicateValues = ['none', 'any', 'consecutive'] as const
export const returnTargets = ['any', 'previous', 'initiator', 'none'] as const
export const resubmitModes = ['rerun', 'straightBack', 'returner'] as const

/** Modes that count votes against a threshold. */
export const needsThreshold = (mode: string | undefined): boolean =>
  mode === 'ratio' || mode === 'count' || mode === 'weighted'

/** A new rule of a kind, with what the kind needs to be of use. */
export function newCandidate(kind: CandidateKind): Candidate {
  return kind === 'managerLine' ? { kind, from: 1, to: 1 } : { kind }
}

/** Members that may be said to be undefined, which takes them away. */
export type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

/** Without members that say nothing, which the service would refuse. */
export function compact<T extends object>(value: Loose<T>): T {
  const kept = Object.entries(value).filter(
    ([, member]) => member !== undefined && member !== '' && !Number.isNaN(member),
  )
  return Object.fromEntries(kept) as T
}
