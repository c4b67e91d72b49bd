import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** Roles by id or code; one that is not of the tenant is not in the answer. */
export function listRolesNamed(db: Db, tenantId: string, refs: readonly string[]) {
  if (refs.length === 0) return Promise.resolve([])
  return db
    .selectFrom('roles')
    .select(['id', 'code', 'permissions'])
    .where('tenant_id', '=', tenantId)
    .where((or) => or.or([or('code', 'in', refs), or(sql<string>`id::text`, 'in', refs)]))
    .execute()
}
