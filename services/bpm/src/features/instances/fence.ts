import { inTransaction } from '@countersign/service-kit/transaction'
import type { ServiceCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { findInstance, type InstanceRow } from '../../runtime/instances.ts'
import { findStartKey, takeStartKey } from './queries.ts'
import type { FenceBody } from './schema.ts'

/**
 * Makes "nothing was started with this key" final, or finds what was. It races with a start on the
 * row of the key: whichever takes it first has its way, and the other learns of it.
 *
 * @returns the instance, or undefined when nothing was started and nothing will be. A key whose
 *   instance belongs to another application counts as closed: no start of this one can use it.
 */
export async function fenceStartKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, clientId }: ServiceCaller,
  { initiator, idempotencyKey }: FenceBody,
): Promise<InstanceRow | undefined> {
  const key = { tenantId, initiatorId: initiator, idempotencyKey }
  return inTransaction(db, async (tx) => {
    if (await takeStartKey(tx, key, { fencedBy: clientId, at: now() })) return undefined
    const instanceId = (await findStartKey(tx, key))?.instanceId ?? undefined
    if (instanceId === undefined) return undefined
    const instance = await findInstance(tx, tenantId, instanceId)
    return instance?.ownerClientId === clientId ? instance : undefined
  })
}
