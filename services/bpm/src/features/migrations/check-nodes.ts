import type { CompiledProcess } from '../../core/definition/graph.ts'
import { problems } from '../../problems.ts'

export interface MigrationProcesses {
  readonly from: CompiledProcess
  readonly to: CompiledProcess
}

/** @throws `bpm.action_invalid` (422) for a mapping that names nodes that are not there. */
export function checkNodes(
  { from, to }: MigrationProcesses,
  nodes: Readonly<Record<string, string>>,
): void {
  const errors = Object.entries(nodes).flatMap(([old, now]) => {
    const pointer = `/nodes/${old.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const code = 'node_unknown'
    if (!from.nodes.has(old)) {
      return [{ pointer, code, detail: `the old definition has no element ${old}` }]
    }
    if (to.nodes.has(now)) return []
    return [{ pointer, code, detail: `the new definition has no element ${now}` }]
  })
  if (errors.length > 0) throw problems.action_invalid({ errors })
}
