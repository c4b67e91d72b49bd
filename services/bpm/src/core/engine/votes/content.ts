// Which values a node shows, and so what a vote there was given on.
import type { CompiledProcess, UserTaskNode } from '../../definition/graph.ts'
import type { Board } from '../board.ts'
import type { EngineState, Visit } from '../state.ts'

/**
 * Stands among the names of values for what is attached: every node shows it. The name of no value has a sign like this.
 */
export const ATTACHMENTS = '@attachments'

/** Whether whoever has a task there sees a value of this name; readable unless the definition says more. */
const shows = ({ fields }: UserTaskNode, name: string): boolean => fields.get(name) !== 'hidden'

export const showsAny = (node: UserTaskNode, names: readonly string[] = []): boolean =>
  names.some((name) => shows(node, name))

/** Whether an approval at an earlier node was about all that this one shows, as it is now. */
export function sawAllOf({ process }: Pick<Board, 'process'>, node: UserTaskNode) {
  return ({ node: id, changed }: Visit): boolean => {
    const earlier = process.nodes.get(id)
    if (earlier?.kind !== 'userTask' || showsAny(node, changed)) return false
    const unseen = [...earlier.fields.keys()].filter((name) => !shows(earlier, name))
    return !showsAny(node, unseen)
  }
}

/** Whether any node says of a change that it is more than to be marked. */
export const changesMatter = ({ process }: Pick<Board, 'process'>): boolean =>
  [...process.nodes.values()].some(
    (node) => node.kind === 'userTask' && node.change.decided !== 'mark',
  )

/** Decided nodes with the values they showed that the owner has changed since, for views. */
export function changedSince(
  process: CompiledProcess,
  { visits }: Pick<EngineState['execution'], 'visits'>,
): { readonly node: string; readonly names: readonly string[] }[] {
  const decided = visits.flatMap(({ node: id, decidedIn, changed = [] }) => {
    const node = process.nodes.get(id)
    if (decidedIn === undefined || node?.kind !== 'userTask') return []
    return [[id, changed.filter((name) => shows(node, name))] as const]
  })
  // Of several visits the last one counts.
  const latest = [...new Map(decided)].filter(([, names]) => names.length > 0)
  return latest.map(([node, names]) => ({ node, names }))
}
