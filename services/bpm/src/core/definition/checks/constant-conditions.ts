import { constantOf } from '../expression.ts'
import type { CompiledProcess } from '../graph.ts'
import type { DefinitionProblem } from '../problem.ts'
import { conditionsIn } from '../events/triggers.ts'

/**
 * Conditions that no value changes. They run, so nothing refuses them; whoever wrote one mostly
 * forgot to say what they meant.
 */
export function findConstantConditions(process: CompiledProcess): readonly DefinitionProblem[] {
  return conditionsIn(process).flatMap(({ element, condition }) => {
    const constant = constantOf(condition)
    if (typeof constant !== 'boolean') return []
    return constant
      ? [{ element, code: 'condition_always', message: 'it holds whatever the values are' }]
      : [{ element, code: 'condition_never', message: 'it holds with no values at all' }]
  })
}
