import type { ServiceCaller } from '../../../callers.ts'
import { problems } from '../../../problems.ts'
import { findInstance, type InstanceRow } from '../../../runtime/load/instances.ts'
import { checkedVariables } from '../../../runtime/people/named.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { commandInstance, type CommandDeps } from '../command.ts'

/**
 * Merges values into the variables of an instance, by the client that owns its business type. A
 * null takes an optional value away. While the instance is returned this opens the resubmission.
 *
 * @throws `bpm.variables_invalid` (422), `bpm.instance_not_running` (409), and `bpm.not_found` (404)
 *   for an instance of another client.
 */
export async function updateVariables(
  deps: CommandDeps,
  owner: ServiceCaller,
  instanceId: string,
  values: Readonly<Record<string, unknown>>,
  revision: number | undefined,
): Promise<InstanceView> {
  const instance = await getOwned(deps, owner, instanceId)
  const variables = await checkedVariables(deps.directory, owner.tenantId, {
    declared: instance.declaredVariables,
    values,
    pointer: '',
    partial: true,
  })
  const { body } = await commandInstance(deps, instance, {
    action: 'updateVariables',
    command: { kind: 'updateVariables', actor: { userId: owner.clientId }, variables },
    actor: { kind: 'service', id: owner.clientId, name: owner.clientId },
    details: { names: Object.keys(values) },
    revision,
  })
  return body
}

/** @throws `bpm.not_found` (404) for an instance of a business type that another client owns. */
export async function getOwned(
  { db }: Pick<CommandDeps, 'db'>,
  { tenantId, clientId }: ServiceCaller,
  instanceId: string,
): Promise<InstanceRow> {
  const instance = await findInstance(db, tenantId, instanceId)
  if (instance === undefined || instance.ownerClientId !== clientId) throw problems.not_found()
  return instance
}
