import { createHash } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { StartPermitsTable } from '../../../db/biz-type-tables.ts'
import type { Db, Tx } from '../../../db/schema.ts'

/** What is kept of a permit: the database cannot start anything. */
export const hashPermit = (permit: string) => createHash('sha256').update(permit).digest()

export async function insertPermit(tx: Tx, row: Insertable<StartPermitsTable>): Promise<void> {
  await tx.insertInto('start_permits').values(row).execute()
}

/** The permit with this hash, locked: of several starts that carry it one goes on at a time. */
export function lockPermit(tx: Tx, tenantId: string, hash: Buffer) {
  return tx
    .selectFrom('start_permits')
    .where('tenant_id', '=', tenantId)
    .where('permit_hash', '=', hash)
    .select([
      'initiator_id as initiatorId',
      'biz_type as bizType',
      'biz_id as bizId',
      'content_hash as contentHash',
      'expires_at as expiresAt',
      'instance_id as instanceId',
    ])
    .forUpdate()
    .executeTakeFirst()
}

export async function setPermitUsed(
  tx: Tx,
  tenantId: string,
  hash: Buffer,
  instanceId: string,
): Promise<void> {
  await tx
    .updateTable('start_permits')
    .set({ instance_id: instanceId })
    .where('tenant_id', '=', tenantId)
    .where('permit_hash', '=', hash)
    .execute()
}

/**
 * Forgets a part of the permits that ended a day ago, of all tenants; answers how many. Used ones are
 * told from invalid ones until then.
 */
export async function forgetOldPermits(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as materialized (
      select tenant_id, permit_hash from start_permits
      where expires_at < now() - interval '1 day'
      order by expires_at limit 1000
      for update skip locked
    )
    delete from start_permits where (tenant_id, permit_hash) in (table old)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
