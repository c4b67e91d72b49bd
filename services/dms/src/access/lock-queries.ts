import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

export interface LockRow {
  readonly reason: string
  readonly holderId: string
  readonly expiresAt: Date | null
  readonly bindingId: string | null
}

/**
 * What locks a document: an approval under way, or a person's check-out that is not over. Both may be there, since
 * the holder may send the document round: the approval counts, which locks it for the holder as well.
 *
 * Kept by: services/dms/src/features/locks/locks.test.ts "are of the approval when the holder has sent"
 */
export async function findLock(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  now: Date,
): Promise<LockRow | undefined> {
  const { rows } = await sql<LockRow>`
    select 'approval' as reason, b.initiator_id as "holderId", null::timestamptz as "expiresAt",
      b.id as "bindingId"
    from approval_bindings b
    join document_versions v on v.tenant_id = b.tenant_id and v.id = b.version_id
    where b.tenant_id = ${tenantId} and b.document_id = ${documentId}
      and (b.status in ('REQUESTED', 'UNKNOWN')
        or b.status = 'BOUND' and v.status = 'IN_APPROVAL')
    union all
    select reason, holder_id, expires_at, null from document_locks
    where tenant_id = ${tenantId} and document_id = ${documentId}
      and (expires_at is null or expires_at > ${now})
    order by "bindingId" nulls last limit 1`.execute(db)
  return rows[0]
}
