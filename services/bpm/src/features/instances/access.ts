import { callsOf, isGiven } from '../../core/definition/checks/calls.ts'
import { isVisible, visibleVariables } from '../../core/definition/task-form.ts'
import type { Variables } from '../../core/variables.ts'
import { readsAll, type ServiceCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findInstance, type InstanceRow } from '../../runtime/load/instances.ts'
import { listParticipatedNodes, listAskedNodes } from './queries.ts'

/** A signed-in user as far as reading instances goes. */
export interface Reader {
  readonly tenantId: string
  readonly userId: string
  readonly permissions: readonly string[]
}

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

/**
 * The instance as the application that owns it may show it on: the values that everybody may see who can be
 * asked to decide, or was asked, and no other. A node of an earlier definition shows nothing, and so does
 * a process that asks nobody itself. What a call hands over is hidden, perhaps, where it is called: no value that a
 * call is given is shown.
 *
 * @throws `bpm.not_found` (404) for an instance of another application.
 */
export async function getShowable(
  deps: Pick<Deps, 'db' | 'processes'>,
  { tenantId, clientId }: ServiceCaller,
  instanceId: string,
): Promise<Readable> {
  const instance = await findInstance(deps.db, tenantId, instanceId)
  if (instance === undefined || instance.ownerClientId !== clientId) throw problems.not_found()
  const process = await deps.processes.get(tenantId, instance.definitionId)
  const asked = [...process.nodes.values()].filter(({ kind }) => kind === 'userTask')
  const had = await listAskedNodes(deps.db, tenantId, instanceId)
  const nodeIds = [...new Set([...asked.map(({ id }) => id), ...had])]
  const calls = callsOf(process)
  const sees = (name: string) =>
    nodeIds.length > 0 &&
    nodeIds.every((id) => isVisible(process, [id], name)) &&
    !calls.some((call) => isGiven(call, name))
  const seen = Object.entries(instance.variables).filter(([name]) => sees(name))
  return { instance, variables: Object.fromEntries(seen), sees }
}
