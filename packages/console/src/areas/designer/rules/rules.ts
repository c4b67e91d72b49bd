import type { ApproveStep, CandidateKind, TreeCandidate, TreeReturn } from '@countersign/contracts'

/** The rules of one approval step, as both the tree and BPMN have them; what is left out is default. */
export type Rules = Omit<ApproveStep, 'id' | 'type' | 'name'>

// A form offers first what holds when nothing is said.
export const onEmptyValues = [
  'administrators',
  'approve',
  'reject',
  'block',
  'users',
] as const satisfies readonly Rules['onEmpty'][]
export const returnTargets = [
  'any',
  'previous',
  'initiator',
  'none',
] as const satisfies readonly TreeReturn['to'][]

/** Modes that count votes against a threshold. */
export const needsThreshold = (mode: Rules['mode']): boolean =>
  mode === 'ratio' || mode === 'count' || mode === 'weighted'

/** A new rule of a kind, with what the kind needs to be of use. */
export function newCandidate(kind: CandidateKind): TreeCandidate {
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
