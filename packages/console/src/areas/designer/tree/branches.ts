import type { BranchStep, TreeBranch } from '@countersign/contracts'

/** Parallel branches have no conditions; elsewhere a branch is unfinished until somebody gives it one. */
export function withKind(step: BranchStep, kind: BranchStep['kind']): BranchStep {
  if (kind === 'parallel') {
    const branches = step.branches.map(({ name, steps }) => ({ name, steps }))
    return { ...step, kind, branches }
  }
  return { ...step, kind }
}

/** At most one branch is taken when no other is; it has no condition. */
export function chooseDefault(
  branches: readonly TreeBranch[],
  chosen: number,
  isDefault: boolean,
): readonly TreeBranch[] {
  return branches.map(({ name, when, steps }, index) =>
    index === chosen && isDefault
      ? { name, steps, otherwise: true }
      : withWhen({ name, steps }, when),
  )
}

/** One more branch at the end. */
export function addBranch(step: BranchStep, name: string): BranchStep {
  return { ...step, branches: [...step.branches, { name, steps: [] }] }
}

/** The branch with this condition, or with none. */
export function withWhen({ when: _, ...branch }: TreeBranch, when: string | undefined): TreeBranch {
  return when === undefined ? branch : { ...branch, when }
}
