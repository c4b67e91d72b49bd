import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  type TokenUser,
} from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { requireGivable, type ShareIds } from './manage.ts'
import { findShare, updateShare } from './queries.ts'
import type { ShareView } from './schema.ts'
import { holderOf } from './serving/holder.ts'
import { findNamesOf, viewShare } from './view.ts'

/**
 * Has a share serve by the right of the caller from now on, who must be able to make such a share.
 * Taking over what is the caller's already changes nothing.
 *
 * @param revision The one that the caller has read, if they say so.
 * @throws `dms.not_found`, `dms.forbidden`, `dms.document_trashed`, `dms.share_revoked`,
 * `dms.revision_mismatch`
 */
export async function takeOverShare(
  deps: Deps,
  caller: TokenUser,
  ids: ShareIds,
  revision: number | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<ShareView>> {
  const { tenantId, subject } = caller
  const { documentId, shareId } = ids
  const reader = await readerOf(deps, caller)
  const names = await findNames(deps, caller, ids)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const access = await requireDocumentForChange(tx, reader, documentId, 'manage')
      const share = await findShare(tx, tenantId, documentId, shareId)
      if (share === undefined) throw problems.not_found()
      const from = holderOf(share)
      requireActive(access.document)
      if (share.revokedAt !== null) throw problems.share_revoked()
      requireGivable(access, share)
      if (from === subject) return { status: 200, body: viewShare(share, names, undefined) }
      requireRevision(problems, revision, share.revision)
      const now = deps.now()
      const change = { taken_over_by: subject, taken_over_at: now }
      const taken = await updateShare(tx, tenantId, shareId, now, change)
      const detail = { shareId, from }
      await appendAudit(tx, tenantId, now, [
        { action: 'share.taken_over', actor: userActor(subject), documentId, detail },
      ])
      return { status: 200, body: viewShare(taken, names, undefined) }
    }),
  )
}

async function findNames(
  deps: Deps,
  { tenantId, subject }: TokenUser,
  { documentId, shareId }: ShareIds,
): Promise<ReadonlyMap<string, string>> {
  const share = await findShare(deps.db, tenantId, documentId, shareId)
  return findNamesOf(deps, tenantId, [subject, ...(share ? [share.createdBy] : [])])
}
