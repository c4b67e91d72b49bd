import { branchFlowId, type ApprovalTree, type TreeStep } from '@countersign/contracts'
import type { Field } from '../conditions/condition.ts'
import { isFinished } from '../conditions/condition.ts'
import { readCondition } from '../conditions/read-condition.ts'
import type { Problem } from '../queries.ts'

type Unfinished = Pick<Problem, 'element' | 'code'>

/** What nobody has said yet in a tree, which is known before the service is asked. */
export function findUnfinished(
  { steps }: Pick<ApprovalTree, 'steps'>,
  fields: readonly Field[],
): readonly Unfinished[] {
  return steps.flatMap((step) => ofStep(step, fields))
}

function ofStep(step: TreeStep, fields: readonly Field[]): readonly Unfinished[] {
  const found: Unfinished[] = []
  const { id: element } = step
  if (step.type === 'jump' && step.to === '') found.push({ element, code: 'jump_unfinished' })
  if (step.type === 'sub') found.push(...findUnfinished(step, fields))
  if (step.type !== 'branch') {
    const isNamed = step.type !== 'jump' && step.type !== 'end'
    if (isNamed && step.name.trim() === '') found.push({ element, code: 'name_missing' })
    const isUnasked = 'candidates' in step && step.candidates.length === 0
    return isUnasked ? [...found, { element, code: 'candidates_missing' }] : found
  }
  for (const [index, { name, when, otherwise, steps }] of step.branches.entries()) {
    const flow = branchFlowId(step.id, index)
    if (name.trim() === '') found.push({ element: flow, code: 'name_missing' })
    if (step.kind !== 'parallel' && otherwise !== true) {
      const code = faultOf(when, fields)
      if (code !== undefined) found.push({ element: flow, code })
    }
    found.push(...findUnfinished({ steps }, fields))
  }
  return found
}

function faultOf(when: string | undefined, fields: readonly Field[]): string | undefined {
  const reading = readCondition(when, fields)
  if (reading.kind === 'empty') return 'condition_missing'
  if (reading.kind !== 'form') return undefined
  return reading.condition.clauses.every(isFinished) ? undefined : 'condition_unfinished'
}
