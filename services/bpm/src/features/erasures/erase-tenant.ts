import { chainErasure } from '@countersign/service-kit/audit-erasures'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import type { TenantErasing } from '@countersign/service-kit/tenants-erase'
import { sql } from 'kysely'
import type { Database, Db, Schema } from '../../db/schema.ts'
import { tenantData } from '../../db/tenant-data.ts'

/** How bpm erases a tenant. */
export const tenantErasing = (db: Database): TenantErasing<Schema> => ({
  db,
  now: () => new Date(),
  data: tenantData,
  findObstacle: async (tx, tenantId, since) => {
    const at = since === undefined ? undefined : await findLastAction(tx, tenantId, since)
    return at === undefined
      ? undefined
      : `people acted in it after it was asked for, the last at ${at.toISOString()}: suspend it, cancel, and ask again`
  },
  record: (tx, { tenantId }, what, now) => chainErasure(tx, chainedLogs.bpm, tenantId, what, now),
})

/** When a person last did something in the tenant after a moment. */
async function findLastAction(db: Db, tenantId: string, since: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from instance_actions
    where tenant_id = ${tenantId} and at > ${since} and actor_kind = 'user'`.execute(db)
  return rows[0]?.at ?? undefined
}
