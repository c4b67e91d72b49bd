import type { Db } from '../../db/schema.ts'

export function findDelegations(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('delegations')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .select(['items', 'revision'])
    .executeTakeFirst()
}
