import { endInTenant } from '../../accounts/end-in-tenant.ts'
import type { Db } from '../../db/types.ts'

/** Ends what came of the id that the tenant's directory gave a member: their links, and whoever came by one. */
export async function deleteMatchedLinks(db: Db, tenantId: string, userId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_links')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('origin', '=', 'external_id')
    .executeTakeFirst()
  if (numDeletedRows > 0n) await endInTenant(db, tenantId, userId)
}
