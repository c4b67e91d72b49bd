import type { DefinitionProblem } from '../problem.ts'
import { planCardinality, planCompletion } from './cardinality.ts'
import { planAlways, planBeside, planDefault, planHearing, planScope } from './choices.ts'
import { planHeard, planOnce, planThrow } from './events.ts'
import { planDeclaration } from './declarations.ts'
import { planDiagram } from './diagram.ts'
import { planEndless, planForeign, planService, planUnsupported } from './elements.ts'
import { planEnd, planStart } from './ends.ts'
import { planExpression, planLanguage, planMisplaced } from './expressions.ts'
import { planDuplicate, planIllegal, planKey, planReference } from './ids.ts'
import { planPeople, planPerformers, planPerson } from './people.ts'
import { planOther, planProcess } from './processes.ts'
import { planWriting } from './writing.ts'
import type { Plan, PlannedRepair, Planner } from './repair.ts'
import { readSource } from './source.ts'

/** What can be done about a problem, by its code. */
const planners: Readonly<Partial<Record<string, Planner>>> = {
  process_missing: planProcess,
  process_repeated: planOther,
  key_mismatch: planKey,
  id_illegal: planIllegal,
  id_duplicate: planDuplicate,
  reference_unknown: (plan, problem) => [
    ...planDeclaration(plan, problem),
    ...planReference(plan, problem),
  ],
  diagram_reference: planDiagram,
  start_count: planStart,
  end_missing: planEnd,
  dead_end: planEnd,
  default_missing: planDefault,
  border_ends_itself: planBeside,
  signal_not_thrown: (plan, problem) => [
    ...planScope(plan, problem),
    ...planHearing(plan, problem),
  ],
  candidates_missing: planPeople,
  candidate_unknown: planPerson,
  people_unsupported: planPerformers,
  loop_cardinality: planCardinality,
  completion_condition: planCompletion,
  foreign_attribute: planForeign,
  foreign_element: (plan, problem) => [...planHeard(plan, problem), ...planForeign(plan, problem)],
  foreign_refused: planForeign,
  element_unsupported: (plan, problem) => [
    ...planUnsupported(plan, problem),
    ...planOnce(plan, problem),
    ...planHeard(plan, problem),
  ],
  error_not_thrown: planThrow,
  condition_missing: planAlways,
  condition_misplaced: planMisplaced,
  expression_language: planLanguage,
  xml_warning: planWriting,
  repeat_endless: planEndless,
  service_unknown: planService,
  expression_invalid: planExpression,
  expression_type: planExpression,
}

/** The repairs of a problem, the one that most will want first. */
const planRepairs = (plan: Plan, problem: DefinitionProblem): readonly PlannedRepair[] =>
  planners[problem.code]?.(plan, problem) ?? []

/** A problem and what can be done about it. */
export interface Mendable extends DefinitionProblem {
  readonly repairs: readonly PlannedRepair[]
}

/** Plans the repairs of problems of a document; none where its places cannot be told. */
export function withRepairs(
  xml: string,
  about: Omit<Plan, 'source'>,
  problems: readonly DefinitionProblem[],
): readonly Mendable[] {
  const source = problems.some(({ code }) => code in planners) ? readSource(xml) : undefined
  if (source === undefined) return problems.map((problem) => ({ ...problem, repairs: [] }))
  // What is said of an element over and over is mended at once.
  const planned = new Map<string, readonly PlannedRepair[]>()
  return problems.map((problem) => {
    const { element, code, message, subject } = problem
    const key = JSON.stringify([element, code, message, subject])
    const repairs = planned.get(key) ?? planRepairs({ ...about, source }, problem)
    planned.set(key, repairs)
    return { ...problem, repairs }
  })
}
