import type { Database } from '../../../db/schema.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import { isNarrowed, readNarrowed } from '../../../runtime/load/narrowed.ts'
import { isLongerThan, listInstances, type InstanceFilter } from './queries.ts'

/** A page of approvals in their order. */
export async function findInstances(
  db: Database,
  tenantId: string,
  filter: InstanceFilter,
): Promise<readonly InstanceRow[]> {
  const { bizType, bizId, limit, box, userId } = filter
  const q = filter.q === '' ? undefined : filter.q
  const wanted = { ...filter, q }
  if (!isNarrowed({ q, bizType, bizId })) return listInstances(db, tenantId, wanted)
  const initiator = box === 'initiated' ? userId : undefined
  return readNarrowed(
    db,
    tenantId,
    { q, bizType, bizId, initiator, limit },
    {
      walk: (most) => listInstances(db, tenantId, wanted, { most }),
      isLonger: (than) => isLongerThan(db, tenantId, wanted, than),
      among: (instanceIds) => listInstances(db, tenantId, wanted, { among: instanceIds }),
    },
  )
}
