import { insertAuditEvents, type AuditEntry } from '../audit/entries.ts'
import type { Db } from '../db/types.ts'
import { listTenantIdsOf } from './user-queries.ts'

/**
 * Records what changed an account, or was tried to, for the administrators of each of its tenants: it concerns them all,
 * whichever of them the token was of.
 *
 * @param userId Whose account it is.
 */
export async function recordOnAccount(
  db: Db,
  userId: string,
  entry: AuditEntry,
  now: Date,
): Promise<void> {
  const { tenantId: own } = entry
  const tenants = new Set([
    ...(own === undefined ? [] : [own]),
    ...(await listTenantIdsOf(db, userId)),
  ])
  const entries = [...tenants].map((tenantId) => ({ ...entry, tenantId }))
  if (entries.length > 0) await insertAuditEvents(db, entries, now)
}
