// Where a process asks decision tables, and what they have to give there.
import type { CandidateRule, CompiledProcess, Node } from '../definition/graph.ts'
import { isInputType } from './check-cells.ts'
import { outputOf, type DecisionTable } from './table.ts'

export interface TableUse {
  /** Id of the node. */
  readonly element: string
  /** Key of the table. */
  readonly ref: string
  readonly wants: 'people' | 'due' | 'values'
}

export const usesOf = (process: CompiledProcess): readonly TableUse[] =>
  [...process.nodes.values()].flatMap(usesAt)

function usesAt(node: Node): readonly TableUse[] {
  const element = node.id
  if (node.kind === 'decision') return [{ element, ref: node.ref, wants: 'values' }]
  if (node.kind !== 'userTask' && node.kind !== 'copy') return []
  const ofPeople = (rules: readonly CandidateRule[]): TableUse[] =>
    rules.flatMap((rule) =>
      rule.kind === 'decision' ? [{ element, ref: rule.ref, wants: 'people' }] : [],
    )
  if (node.kind === 'copy') return ofPeople(node.candidates)
  const { escalate, dueBy } = node.timing
  return [
    ...ofPeople(node.candidates),
    ...ofPeople(escalate?.candidates ?? []),
    ...(dueBy === undefined ? [] : [{ element, ref: dueBy.ref, wants: 'due' as const }]),
  ]
}

/** What a table lacks for a use, or undefined. */
export function findUseFault({ ref, wants }: TableUse, table: DecisionTable): string | undefined {
  if (wants === 'values') {
    const isWhole = table.outputs.some(({ type }) => isInputType(type))
    return isWhole ? undefined : `the decision table ${ref} gives no values`
  }
  if (outputOf(table, wants) >= 0) return undefined
  const what = wants === 'people' ? 'does not say who is asked' : 'does not say how long there is'
  return `the decision table ${ref} ${what}`
}
