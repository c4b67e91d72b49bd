import { inTransaction } from '@countersign/service-kit/transaction'
import { readerOf, requireDocument, type TokenUser } from '../../access/access.ts'
import type { ChainedRecord } from '@countersign/service-kit/audit-event-chain'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, listAudit, userActor } from '../audit/queries.ts'
import { findShare } from './queries.ts'

/**
 * What visitors of a share did, newest first, for those who may share the document; they need not
 * read the audit of the tenant, from which it is. Reading it is recorded too.
 *
 * @throws `dms.not_found`
 */
export async function readVisits(
  deps: Deps,
  caller: TokenUser,
  { documentId, shareId }: { documentId: string; shareId: string },
  page: { limit: number; before: number | undefined },
): Promise<ChainedRecord[]> {
  const { tenantId, subject } = caller
  await requireDocument(deps.db, await readerOf(deps, caller), documentId, 'manage')
  const share = await findShare(deps.db, tenantId, documentId, shareId)
  if (share === undefined) throw problems.not_found()
  const records = await listAudit(deps.db, tenantId, { ...page, documentId, shareId })
  const entry = { action: 'share.visits_read', actor: userActor(subject), documentId }
  await inTransaction(deps.db, (tx) =>
    appendAudit(tx, tenantId, deps.now(), [{ ...entry, detail: { shareId } }]),
  )
  return records
}
