import type { CompiledProcess, FieldAccess } from '../../core/definition/graph.ts'
import type { Variables } from '../../core/variables.ts'

/** What a task of this node may do with a variable; readable unless the definition says more. */
export function accessOf(process: CompiledProcess, nodeId: string, name: string): FieldAccess {
  const node = process.nodes.get(nodeId)
  // A node of an earlier definition, whose rules are not known any more: nothing is shown for it.
  if (node === undefined) return 'hidden'
  return node.kind === 'userTask' ? (node.fields.get(name) ?? 'read') : 'read'
}

/** The values that somebody may see whose only part in it are tasks of these nodes. */
export function visibleVariables(
  process: CompiledProcess,
  nodeIds: readonly string[],
  variables: Variables,
): Variables {
  const seen = Object.entries(variables).filter(([name]) => isVisible(process, nodeIds, name))
  return Object.fromEntries(seen)
}

/** Whether somebody may see a variable whose only part in it are tasks of these nodes. */
export function isVisible(
  process: CompiledProcess,
  nodeIds: readonly string[],
  name: string,
): boolean {
  return nodeIds.some((nodeId) => accessOf(process, nodeId, name) !== 'hidden')
}
