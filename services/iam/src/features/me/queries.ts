import type { Db } from '../../db/types.ts'

/** Active tenants that the user may switch to. */
export function listMyTenants(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['t.id', 't.name'])
    .where('m.user_id', '=', userId)
    .where('t.status', '=', 'active')
    .orderBy('t.name')
    .orderBy('t.id')
    .execute()
}
