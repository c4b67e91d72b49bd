import {
  DECISION_MODES,
  type ON_REJECT_DRAWN,
  type ApproveStep,
  type CandidateKind,
  type TreeCandidate,
  type TreeChange,
  type TreeComment,
  type TreeReturn,
} from '@countersign/contracts'

/** The rules of one approval step, as both the tree and BPMN have them; what is left out is default. */
export type Rules = Omit<ApproveStep, 'id' | 'type' | 'name' | 'onReject'> & {
  readonly onReject?: (typeof ON_REJECT_DRAWN)[number]
  /** Of BPMN: code of the error that a rejection throws. */
  readonly error?: string
}

/** As the tree has them: nothing in it would catch an error. */
export function inTree({
  error: _,
  onReject,
  ...rules
}: Rules): Omit<ApproveStep, 'id' | 'type' | 'name'> {
  return onReject === undefined || onReject === 'throw' ? rules : { ...rules, onReject }
}

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

export const commentRules = [
  'optional',
  'required',
] as const satisfies readonly TreeComment['approve'][]

/** Modes that count votes against a threshold. */
export const needsThreshold = (mode: Rules['mode']): boolean =>
  mode === 'ratio' || mode === 'count' || mode === 'weighted'

/** What is said of each rule on whom to ask: how many of a group, or what their votes weigh. */
export function countedBy(mode: Rules['mode']): 'atLeast' | 'weight' | undefined {
  if (mode === 'quorum') return 'atLeast'
  return mode === 'weighted' ? 'weight' : undefined
}

/** When a step counts as rejected where it does not say so. */
export const usualReject = (mode: Rules['mode']): NonNullable<Rules['reject']> =>
  needsThreshold(mode) || mode === 'quorum' ? 'unreachable' : 'any'

/** The mode, and candidates that are groups where it asks for that. */
export function withMode({ candidates }: Rules, mode: string | null): Partial<Loose<Rules>> {
  const chosen = DECISION_MODES.find((known) => known === mode)
  const inGroups = chosen === 'quorum'
  const next = candidates.map(({ atLeast, ...rest }) =>
    inGroups ? { ...rest, atLeast: atLeast ?? 1 } : rest,
  )
  return { mode: chosen, candidates: next }
}

/** Votes that are to stand, and to be asked for again. */
export const contradicts = ({ open, decided }: TreeChange): boolean =>
  open === 'keep' && decided === 'askAgain'

/** A new rule of a kind, with what the kind needs to be of use. */
export function newCandidate(kind: CandidateKind): TreeCandidate {
  return kind === 'managerLine' ? { kind, from: 1, to: 1 } : { kind }
}

/** Members that may be said to be undefined, which takes them away. */
export type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

/** What the fields of a part of the rules are given. */
export interface PartProps {
  readonly rules: Rules
  readonly set: (part: Partial<Loose<Rules>>) => void
  readonly disabled: boolean
}

/** Without members that say nothing, which the service would refuse. */
export function compact<T extends object>(value: Loose<T>): T {
  const kept = Object.entries(value).filter(
    ([, member]) => member !== undefined && member !== '' && !Number.isNaN(member),
  )
  return Object.fromEntries(kept) as T
}

/** The members that say something, or undefined where none does. */
export function orNothing<T extends object>(value: Loose<T>): T | undefined {
  const said = compact<T>(value)
  return Object.keys(said).length === 0 ? undefined : said
}
