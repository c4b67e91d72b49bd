import type { Db } from '@countersign/service-kit/db'
import type { IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { Schema } from '../../db/schema.ts'

/** The session that was begun with this key, and for what. */
export const findCreated = (db: Db<Schema>, { tenantId, caller, key }: IdempotencyKey) =>
  db
    .selectFrom('uploads')
    .select(['id', 'status', 'expires_at as expiresAt', 'creation_hash as requestHash'])
    .where('tenant_id', '=', tenantId)
    .where('creation_caller', '=', caller)
    .where('creation_key', '=', key)
    .executeTakeFirst()

/** Lets the key go that a session was begun with. */
export async function freeCreationKey(db: Db<Schema>, tenantId: string, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ creation_caller: null, creation_key: null, creation_hash: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
