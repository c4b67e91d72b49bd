import type { ApprovalTree, CallStep, TreeSeparation, TreeStep } from '@countersign/contracts'
import { withoutGone, type NamedStep } from '../rules/separations.ts'

/** What the designer can add; a call of another process it only shows. */
export const newStepTypes = ['approve', 'cc', 'branch'] as const satisfies readonly Exclude<
  TreeStep['type'],
  CallStep['type']
>[]
export type NewStepType = (typeof newStepTypes)[number]

/** Where a list of steps stands: by step ids and numbers of branches, from the root. */
export type Place = readonly { readonly step: string; readonly branch: number }[]

/** Every id of the tree; a new step must not repeat one. */
export function idsOf(steps: readonly TreeStep[]): readonly string[] {
  return steps.flatMap((step) => [
    step.id,
    ...(step.type === 'branch' ? step.branches.flatMap((branch) => idsOf(branch.steps)) : []),
  ])
}

/** The steps at which people decide. */
export const approvalsOf = (steps: readonly TreeStep[]): readonly NamedStep[] =>
  steps.flatMap((step) => {
    if (step.type === 'approve') return [{ id: step.id, name: step.name }]
    return step.type === 'branch' ? step.branches.flatMap((one) => approvalsOf(one.steps)) : []
  })

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
  return separate({ steps }, withoutGone(tree.separations ?? [], new Set(idsOf(steps))))
}

/** The tree with these steps kept apart, without a word of it where none are. */
export function separate(
  { steps }: ApprovalTree,
  separations: readonly TreeSeparation[],
): ApprovalTree {
  return separations.length === 0 ? { steps } : { steps, separations }
}

function changeIn(
  steps: readonly TreeStep[],
  [first, ...rest]: Place,
  change: (steps: readonly TreeStep[]) => readonly TreeStep[],
): readonly TreeStep[] {
  if (first === undefined) return change(steps)
  return steps.map((step) => {
    if (step.id !== first.step || step.type !== 'branch') return step
    const branches = step.branches.map((branch, index) =>
      index === first.branch ? { ...branch, steps: changeIn(branch.steps, rest, change) } : branch,
    )
    return { ...step, branches }
  })
}

/** The tree with one step replaced, wherever it stands. */
export function replaceStep(tree: ApprovalTree, next: TreeStep): ApprovalTree {
  const within = (steps: readonly TreeStep[]): readonly TreeStep[] =>
    steps.map((step) => {
      if (step.id === next.id) return next
      if (step.type !== 'branch') return step
      const branches = step.branches.map((branch) => ({ ...branch, steps: within(branch.steps) }))
      return { ...step, branches }
    })
  return { ...tree, steps: within(tree.steps) }
}

export function findStep(steps: readonly TreeStep[], id: string): TreeStep | undefined {
  for (const step of steps) {
    if (step.id === id) return step
    if (step.type !== 'branch') continue
    const found = findStep(
      step.branches.flatMap((branch) => branch.steps),
      id,
    )
    if (found !== undefined) return found
  }
  return undefined
}

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
