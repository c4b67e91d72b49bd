// What a migration is asked for with: the definition to go to, and which node becomes which.
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Db } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { findMigratable, type Migratable } from './queries.ts'

/** @throws `bpm.definition_not_published` (422), also for one of another business type. */
export async function getTarget(
  db: Db,
  tenantId: string,
  id: string,
  bizType: string,
): Promise<Migratable> {
  const target = await findMigratable(db, tenantId, id)
  if (target?.status !== 'PUBLISHED' || target.bizType !== bizType) {
    throw problems.definition_not_published()
  }
  return target
}

/** @throws `bpm.action_invalid` (422) for the definition that is followed already. */
export function requireAnother(target: Migratable, definitionId: string): void {
  if (target.id !== definitionId) return
  const fault = {
    pointer: '/definitionId',
    code: 'same_definition',
    detail: 'it follows this one already',
  }
  throw problems.action_invalid({ errors: [fault] })
}

interface Processes {
  readonly from: CompiledProcess
  readonly to: CompiledProcess
}

/** @throws `bpm.action_invalid` (422) for a mapping that names nodes that are not there. */
export function checkNodes({ from, to }: Processes, nodes: Readonly<Record<string, string>>): void {
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
