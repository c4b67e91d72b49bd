import type { Db } from '../../../db/schema.ts'
import { findInstance, selectInstances, type InstanceRow } from '../../../runtime/load/instances.ts'
import type { StartKey } from '../../../runtime/write/locked.ts'
import { findStartKey } from '../starting/queries.ts'

/** Instances of business types that a client owns, newest first. */
export function listOwnedInstances(
  db: Db,
  tenantId: string,
  filter: {
    clientId: string
    bizType: string
    bizId?: string | undefined
    beforeId?: string | undefined
    limit: number
  },
) {
  let query = selectInstances(db, tenantId)
    .where('instance.biz_type', '=', filter.bizType)
    .where('biz_type.owner_client_id', '=', filter.clientId)
    .where('instance.parent_id', 'is', null)
    .orderBy('instance.id', 'desc')
    .limit(filter.limit)
  if (filter.bizId !== undefined) query = query.where('instance.biz_id', '=', filter.bizId)
  if (filter.beforeId !== undefined) query = query.where('instance.id', '<', filter.beforeId)
  return query.execute()
}

export async function findInstanceByKey(db: Db, key: StartKey): Promise<InstanceRow | undefined> {
  const instanceId = (await findStartKey(db, key))?.instanceId ?? undefined
  return instanceId === undefined ? undefined : findInstance(db, key.tenantId, instanceId)
}
