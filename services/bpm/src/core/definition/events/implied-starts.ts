import type { DraftFlow, DraftNode, Drafts } from '../drafts.ts'
import type { Beginning } from '../graph.ts'

/** Whether it is begun by an event: no flow leads to it or from it. */
export const isHandler = <N extends DraftNode>(
  node: N,
): node is N & { readonly kind: 'subProcess'; readonly begins: Beginning } =>
  node.kind === 'subProcess' && node.begins !== undefined

// No id of a document has a blank at its beginning.
const prefix = ' start of '

/** Id of the start that a level implies; without a parent that of the process. */
export const impliedStartOf = (parent: string | undefined): string => prefix + (parent ?? '')

/** Whether an element was put there by {@link withStarts}. */
export const isImplied = (id: string): boolean => id.startsWith(prefix)

/**
 * Gives each level without a start event the one that BPMN implies (2.0.2, section 13.3.1): it leads to
 * every activity that nothing leads to. That a start is missing is told all the same; with it the rest
 * can be looked at.
 */
export function withStarts(drafts: Drafts): Drafts {
  const { nodes, flows } = drafts
  const entered = new Set(flows.map(({ target }) => target))
  const levels = new Map<string | undefined, DraftNode[]>()
  for (const node of nodes) levels.set(node.parent, [...(levels.get(node.parent) ?? []), node])
  const starts: DraftNode[] = []
  const ways: DraftFlow[] = []
  for (const [parent, level] of levels) {
    if (level.some(({ kind }) => kind === 'start')) continue
    const first = level.filter(
      (node) =>
        node.kind !== 'boundary' &&
        node.undoes !== true &&
        !isHandler(node) &&
        !entered.has(node.id),
    )
    if (first.length === 0) continue
    const id = impliedStartOf(parent)
    starts.push({ id, name: id, parent, defaultFlow: undefined, kind: 'start' })
    for (const { id: target } of first) {
      ways.push({ id: `${id} to ${target}`, name: '', source: id, target, condition: undefined })
    }
  }
  return { ...drafts, nodes: [...nodes, ...starts], flows: [...flows, ...ways] }
}
