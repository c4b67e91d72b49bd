import { isVisible, visibleVariables } from '../../core/definition/task-form.ts'
import type { Variables } from '../../core/variables.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findInstance, type InstanceRow } from '../../runtime/load/instances.ts'
import { listParticipatedNodes } from './queries.ts'

/** A signed-in user as far as reading instances goes. */
export interface Reader {
  readonly tenantId: string
  readonly userId: string
  readonly permissions: readonly string[]
}

/** Whether somebody may read every instance of the tenant. */
export const readsAll = ({ permissions }: Reader): boolean =>
  permissions.includes('bpm:instance:read') || permissions.includes('bpm:instance:admin')

export interface Readable {
  readonly instance: InstanceRow
  readonly variables: Variables
  /** Whether this user may see a variable, also one that has no value. */
  readonly sees: (name: string) => boolean
}

/**
 * The instance as this user may see it: initiators and administrators everything, others what their
 * tasks show.
 *
 * @throws `bpm.not_found` (404) for everybody else, as for an instance that does not exist.
 */
export async function getReadable(
  deps: Pick<Deps, 'db' | 'processes'>,
  reader: Reader,
  instanceId: string,
): Promise<Readable> {
  const instance = await findInstance(deps.db, reader.tenantId, instanceId)
  if (instance === undefined) throw problems.not_found()
  if (instance.initiatorId === reader.userId || readsAll(reader)) {
    return { instance, variables: instance.variables, sees: () => true }
  }
  const parts = await listParticipatedNodes(deps.db, reader.tenantId, reader.userId, [instanceId])
  if (parts.length === 0) throw problems.not_found()
  const process = await deps.processes.get(reader.tenantId, instance.definitionId)
  const nodeIds = parts.map(({ nodeId }) => nodeId)
  const sees = (name: string) => isVisible(process, nodeIds, name)
  return { instance, variables: visibleVariables(process, nodeIds, instance.variables), sees }
}
