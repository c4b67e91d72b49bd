import { inTransaction } from '@countersign/service-kit/transaction'
import { readerOf, requireDocument, type TokenUser } from '../../access/access.ts'
import type { ChainedRecord } from '@countersign/service-kit/audit-events'
import type { Deps } from '../../deps.ts'
import { appendAudit, listAudit, userActor } from './queries.ts'

/** Audit of the tenant, or of one document that the caller sees. Reading it is recorded too. */
export async function readAudit(
  deps: Deps,
  caller: TokenUser,
  page: { limit: number; before: number | undefined },
  documentId?: string,
): Promise<ChainedRecord[]> {
  const { tenantId } = caller
  if (documentId !== undefined) {
    await requireDocument(deps.db, await readerOf(deps, caller), documentId, 'read')
  }
  const records = await listAudit(deps.db, tenantId, { ...page, documentId })
  await inTransaction(deps.db, (tx) =>
    appendAudit(tx, tenantId, deps.now(), [
      {
        action: 'audit.read',
        actor: userActor(caller.subject),
        documentId: documentId ?? null,
        detail: { before: page.before, limit: page.limit },
      },
    ]),
  )
  return records
}
