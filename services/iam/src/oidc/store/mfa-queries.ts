import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Whether tenant, roles or application demand a second factor of somebody (migration 0024). */
export async function demandsMfa(
  db: Db,
  tenantId: string,
  userId: string,
  clientId: string,
): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select requires_mfa(${tenantId}::uuid, ${userId}::uuid, ${clientId}) as required`.execute(db)
  return rows[0]?.required === true
}
