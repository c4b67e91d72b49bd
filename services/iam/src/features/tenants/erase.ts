import { chainErasure } from '@countersign/service-kit/audit-erasures'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import type { TenantErasing } from '@countersign/service-kit/tenants-erase'
import { insertAuditEvent } from '../../audit/entries.ts'
import { tenantData } from '../../db/tenant-data.ts'
import type { Db, IamDatabase } from '../../db/types.ts'
import type { IamSchema } from '../../db/schema.ts'
import { countOpenErasures, deleteMembers } from './erase-queries.ts'
import { findTenant, lockTenant } from './queries.ts'

/** How iam erases a tenant: an entry of the platform's own audit stays, and its accounts that are of no other tenant go. */
export const tenantErasing = (db: IamDatabase): TenantErasing<IamSchema> => ({
  db,
  now: () => new Date(),
  data: tenantData,
  findObstacle: async (tx, tenantId, since) => {
    // Whoever activates it while it begins waits, and then sees that it has begun.
    const tenant = await (since === undefined ? findTenant : lockTenant)(tx, tenantId)
    if (tenant === undefined) return `there is no tenant ${tenantId}`
    if (tenant.status === 'active') return `${tenant.name} is active: suspend it before`
    // Their accounts go with the tenant, and then nobody could tell the other services whom to forget.
    const people = await countOpenErasures(tx, tenantId)
    if (people === 0) return undefined
    return `${people} people of it are being forgotten: wait until that is done, or cancel it`
  },
  record: async (tx, erasure, what, now) => {
    await tell(tx, erasure, what, now)
    await chainErasure(tx, chainedLogs.iam, erasure.tenantId, what, now)
  },
  pages: {
    memberships: (step, tenantId) => step((tx) => deleteMembers(tx, tenantId, MEMBERS_AT_ONCE)),
  },
})

const MEMBERS_AT_ONCE = 500

type Erasure = Parameters<TenantErasing<IamSchema>['record']>[1]

function tell(
  tx: Db,
  { tenantId, erasureId, askedBy, counts }: Erasure,
  what: 'begun' | 'ended',
  now: Date,
): Promise<void> {
  const entry = {
    actorKind: 'system',
    actorId: 'iam-cli',
    targetKind: 'tenant',
    targetId: tenantId,
  } as const
  const said =
    what === 'begun'
      ? { action: 'tenant.erasure_begun', details: { erasureId, askedBy } }
      : { action: 'tenant.erased', details: { erasureId, counts } }
  return insertAuditEvent(tx, { ...entry, ...said }, now)
}
