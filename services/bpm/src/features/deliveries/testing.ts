import { sql } from 'kysely'
import type { Database } from '../../db/schema.ts'

export const migrations = new URL('../../../migrations/', import.meta.url)

interface TestBizType {
  readonly tenantId: string
  readonly code: string
  readonly origin: string
  readonly path?: string
  readonly events?: string[]
  readonly ownerClientId?: string
}

/** Puts a business type there as a registration would. */
export async function addBizType(db: Database, bizType: TestBizType): Promise<void> {
  const {
    tenantId,
    code,
    origin,
    path = '/events',
    events,
    ownerClientId = 'expense-app',
  } = bizType
  await sql`insert into biz_types (tenant_id, code, owner_client_id, created_at)
    values (${tenantId}, ${code}, ${ownerClientId}, now())`.execute(db)
  await sql`insert into biz_type_versions
    (tenant_id, code, version, ordinal, name, variables, detail_path, callback_origin,
     callback_path, callback_events, initiate_permission, created_at, updated_at)
    values (${tenantId}, ${code}, '1', 1, ${code}, '[]', '/x', ${origin}, ${path},
      ${events ?? null}, 'x', now(), now())`.execute(db)
}
