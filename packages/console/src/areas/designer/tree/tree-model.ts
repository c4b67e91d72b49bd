import type { ApprovalTree, TreeSeparation, TreeStep } from '@countersign/contracts'
import { withoutGone, type NamedStep } from '../rules/separations.ts'
import { withInner, withinOf } from './nesting.ts'

/** What the designer can add, the usual first. */
export const newStepTypes = [
  'approve',
  'cc',
  'branch',
  'wait',
  'auto',
  'decision',
  'callback',
  'call',
  'sub',
  'jump',
  'end',
] as const satisfies readonly TreeStep['type'][]
export type NewStepType = (typeof newStepTypes)[number]

/** Where a list of steps stands: by step ids and numbers of the lists within them, from the root. */
export type Place = readonly { readonly step: string; readonly branch: number }[]

/** Every id of the tree; a new step must not repeat one. */
export const idsOf = (steps: readonly TreeStep[]): readonly string[] =>
  withinOf(steps).map(({ id }) => id)

/** The steps at which people decide. */
export const approvalsOf = (steps: readonly TreeStep[]): readonly NamedStep[] =>
  withinOf(steps).flatMap((step) =>
    step.type === 'approve' ? [{ id: step.id, name: step.name }] : [],
  )

export function newId(tree: ApprovalTree, type: NewStepType): string {
  const taken = new Set(idsOf(tree.steps))
  let number = 1
  while (taken.has(`${type}${number}`)) number += 1
  return `${type}${number}`
}

/** The tree with one list of steps changed. */
export function changeSteps(
  tree: ApprovalTree,
  place: Place,
  change: (steps: readonly TreeStep[]) => readonly TreeStep[],
): ApprovalTree {
  const steps = changeIn(tree.steps, place, change)
  return separate({ ...tree, steps }, withoutGone(tree.separations ?? [], new Set(idsOf(steps))))
}

/** The tree with these steps kept apart, without a word of it where none are. */
export function separate(
  { separations: _, ...rest }: ApprovalTree,
  separations: readonly TreeSeparation[],
): ApprovalTree {
  return separations.length === 0 ? rest : { ...rest, separations }
}

function changeIn(
  steps: readonly TreeStep[],
  [first, ...rest]: Place,
  change: (steps: readonly TreeStep[]) => readonly TreeStep[],
): readonly TreeStep[] {
  if (first === undefined) return change(steps)
  return steps.map((step) =>
    step.id === first.step
      ? withInner(step, (inner, index) =>
          index === first.branch ? changeIn(inner, rest, change) : inner,
        )
      : step,
  )
}

/** The tree with one step replaced, wherever it stands. */
export function replaceStep(tree: ApprovalTree, next: TreeStep): ApprovalTree {
  const within = (steps: readonly TreeStep[]): readonly TreeStep[] =>
    steps.map((step) => (step.id === next.id ? next : withInner(step, within)))
  return { ...tree, steps: within(tree.steps) }
}

export const findStep = (steps: readonly TreeStep[], id: string): TreeStep | undefined =>
  withinOf(steps).find((step) => step.id === id)

/** One place further up or down; at the ends it stays. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const target = index + by
  const item = list[index]
  if (item === undefined || target < 0 || target >= list.length) return list
  return list.toSpliced(index, 1).toSpliced(target, 0, item)
}

/** A step as it is added, with what makes it valid at once where that can be guessed. */
export function newStep(
  tree: ApprovalTree,
  type: NewStepType,
  name: string,
  [first, otherwise]: readonly [string, string],
): TreeStep {
  const id = newId(tree, type)
  switch (type) {
    case 'approve':
      return { id, type, name, candidates: [{ kind: 'managerLine', from: 1, to: 1 }] }
    case 'cc':
      return { id, type, name, candidates: [] }
    case 'wait':
      return { id, type, name, in: 'P1D' }
    case 'auto':
      return { id, type, name, rules: [], otherwise: 'approved' }
    case 'decision':
      return { id, type, name, table: '' }
    case 'callback':
      return { id, type, name, request: name }
    case 'call':
      return { id, type, name, key: '' }
    case 'sub':
      return { id, type, name, steps: [] }
    case 'jump':
      return { id, type, to: '' }
    case 'end':
      return { id, type, result: 'rejected' }
    case 'branch':
      return {
        id,
        type,
        kind: 'exclusive',
        branches: [
          { name: first, steps: [] },
          { name: otherwise, otherwise: true, steps: [] },
        ],
      }
  }
}
