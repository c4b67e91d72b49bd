import type { BranchStep, TreeBranch } from '@countersign/contracts'

/** The condition of a branch until somebody writes another. */
const unwritten = 'true'

/** Parallel branches have no conditions. */
export function withKind(step: BranchStep, kind: BranchStep['kind']): BranchStep {
  if (kind === 'parallel') {
    const branches = step.branches.map(({ name, steps }) => ({ name, steps }))
    return { ...step, kind, branches }
  }
  const branches = step.branches.map((branch) =>
    branch.otherwise === true || branch.when !== undefined
      ? branch
      : { ...branch, when: unwritten },
  )
  return { ...step, kind, branches }
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
      : { name, steps, when: when ?? unwritten },
  )
}

/** One more branch at the end. */
export function addBranch(step: BranchStep, name: string): BranchStep {
  const when = step.kind === 'parallel' ? {} : { when: unwritten }
  return { ...step, branches: [...step.branches, { name, ...when, steps: [] }] }
}
