import type { TreeStep } from '@countersign/contracts'

type Steps = readonly TreeStep[]

/** The lists of steps within a step: those of its branches, or of what it holds together. */
export function innerOf(step: TreeStep): readonly Steps[] {
  if (step.type === 'branch') return step.branches.map(({ steps }) => steps)
  return step.type === 'sub' ? [step.steps] : []
}

/** The step with the lists within it changed. */
export function withInner(
  step: TreeStep,
  change: (steps: Steps, index: number) => Steps,
): TreeStep {
  if (step.type === 'sub') return { ...step, steps: change(step.steps, 0) }
  if (step.type !== 'branch') return step
  const branches = step.branches.map((one, index) => ({ ...one, steps: change(one.steps, index) }))
  return { ...step, branches }
}

/** A step and all within it, in their order. */
export const withinOf = (steps: Steps): Steps =>
  steps.flatMap((step) => [step, ...innerOf(step).flatMap(withinOf)])

/** The steps that a jump from there can lead to: it stays within the steps that are held together. */
export function reachableFrom(steps: Steps, id: string): Steps {
  const here = steps.flatMap(besideOf)
  if (here.some((step) => step.id === id)) return here
  const held = here.flatMap((step) => (step.type === 'sub' ? [step.steps] : []))
  return held.map((inner) => reachableFrom(inner, id)).find(({ length }) => length > 0) ?? []
}

const besideOf = (step: TreeStep): Steps =>
  step.type === 'sub' ? [step] : [step, ...innerOf(step).flat().flatMap(besideOf)]
