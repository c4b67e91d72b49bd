import type { Db } from '@countersign/service-kit/db'
import type { DocumentRow } from '../../access/document-queries.ts'
import type { Schema } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { findLatestBinding } from '../approvals/queries.ts'

/**
 * For what an approval that goes on cannot stand: returned to its initiator, a document is not locked and
 * takes new versions, but it goes round again.
 *
 * @param document Its row is locked.
 * @throws `dms.locked`
 */
export async function requireNoApproval(
  tx: Db<Schema>,
  { id, tenantId }: DocumentRow,
): Promise<void> {
  const latest = await findLatestBinding(tx, tenantId, id)
  if (latest !== undefined && latest.status !== 'CLOSED' && latest.status !== 'FAILED') {
    const { id: bindingId, initiatorId: holder } = latest
    throw problems.locked({ members: { reason: 'approval', holder, bindingId } })
  }
}
