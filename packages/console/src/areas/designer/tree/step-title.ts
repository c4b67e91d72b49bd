import type { TreeStep } from '@countersign/contracts'
import type { Say } from '../../../text/i18n.ts'

/** What a step is called where it is shown; branches need no name. */
export function titleOf(step: TreeStep, t: Say<'designer'>): string {
  if (step.name !== undefined && step.name.trim() !== '') return step.name
  if (step.type === 'branch') return t(`branch.${step.kind}`)
  return t(`tree.new.${step.type}`)
}
