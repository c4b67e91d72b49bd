import type { ReadDefinition } from '../compile.ts'
import type { DefinitionProblem } from '../problem.ts'
import type { Edit } from './edit.ts'
import type { RepairKind } from './kinds.ts'
import type { Source } from './source.ts'

/** What somebody can let be done about a problem. */
export interface Repair {
  /** The same for the same document. */
  readonly id: string
  readonly kind: RepairKind
  readonly element: string
  /** In words. */
  readonly does: string
  /** What the words are about, for programs and other languages. */
  readonly values: Readonly<Record<string, string>>
  /** The model says so already: nothing is chosen for its author. */
  readonly isSafe: boolean
}

/** A repair and what it writes. Two that share one of `touches` are not done at once. */
export interface PlannedRepair extends Repair {
  readonly edits: readonly Edit[]
  readonly touches: readonly string[]
}

export interface FoundPerson {
  readonly username: string
  readonly displayName: string
  /** The whole name fits, not only a part of it. */
  readonly isExact: boolean
}

/** What a repair is planned with. */
export interface Plan {
  readonly source: Source
  readonly read: Pick<ReadDefinition, 'key' | 'process' | 'unclear'>
  /** What the process has to be called, if that is known. */
  readonly key: string | undefined
  /** Who might be meant by a name that nobody has. */
  readonly people: ReadonlyMap<string, readonly FoundPerson[]>
}

export type Planner = (plan: Plan, problem: DefinitionProblem) => readonly PlannedRepair[]

interface Draft extends Pick<Repair, 'kind' | 'element' | 'does'> {
  readonly values?: Readonly<Record<string, string>>
  /** What tells it from other choices for the same element. */
  readonly choice?: string
  readonly isSafe?: boolean
  readonly edits: readonly Edit[]
  readonly touches?: readonly string[]
}

export function toRepair({ choice, ...draft }: Draft): PlannedRepair {
  const { kind, element, values = {}, isSafe = false } = draft
  const id = [kind, element, ...(choice === undefined ? [] : [choice])].join(':')
  // Two choices for one element are not made at once.
  const touches = draft.touches ?? [`${kind}:${element}`]
  return { ...draft, id, values, isSafe, touches }
}

/** An id that the document does not have yet. */
export function freshId({ byId }: Source, wanted: string): string {
  const base = wanted.slice(0, 150)
  let id = base
  for (let count = 2; byId.has(id); count += 1) id = `${base}_${count}`
  return id
}
