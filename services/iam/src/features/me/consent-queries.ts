import type { Db } from '../../db/types.ts'

export function listConsents(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('consents')
    .innerJoin('clients', 'clients.client_id', 'consents.client_id')
    .select([
      'consents.client_id as clientId',
      'clients.name as clientName',
      'consents.scopes',
      'consents.permissions',
      'consents.updated_at as updatedAt',
    ])
    .where('consents.tenant_id', '=', tenantId)
    .where('consents.user_id', '=', userId)
    .orderBy('clients.name')
    .orderBy('consents.client_id')
    .execute()
}

/** Answers the scopes that were agreed to; undefined when there was no consent. */
export async function deleteConsent(
  db: Db,
  tenantId: string,
  userId: string,
  clientId: string,
): Promise<string[] | undefined> {
  const row = await db
    .deleteFrom('consents')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .returning('scopes')
    .executeTakeFirst()
  return row?.scopes
}
