import { inTransaction } from '@countersign/service-kit/transaction'
import { requireContent } from '../../content/content.ts'
import type { Deps } from '../../deps.ts'
import { findPreview, type Shown } from '../../preview/preview.ts'
import { makeVisitorWatermark } from '../../preview/watermark.ts'
import { problems } from '../../problems.ts'
import { appendAudit } from '../audit/queries.ts'
import { openShare, shareActor, type Visitor } from './open.ts'
import { isUnlocked } from './ticket.ts'

/**
 * What is shown of a share in place: terms, ticket, what the share allows, state of the version.
 * It is recorded, and not counted.
 *
 * @throws `dms.share_password_required`, `dms.share_action_forbidden` (403),
 * `dms.preview_unavailable` (409)
 */
export async function openSharedPreview(
  deps: Deps,
  token: string,
  { ticket, address, isHead }: Visitor,
  page: number | undefined,
): Promise<Shown> {
  const { share, document, version } = await openShare(deps, token)
  if (!isUnlocked(deps, share, ticket)) throw problems.share_password_required()
  if (!share.allowPreview) throw problems.share_action_forbidden()
  requireContent(deps, version, false)
  const watermark = share.watermark ? makeVisitorWatermark(deps, share.name, address) : undefined
  const shown = await findPreview(deps, version, { page, watermark })
  if (isHead) return shown
  const detail = {
    by: 'share',
    address,
    ...(page === undefined ? {} : { page }),
    ...(watermark === undefined ? {} : { watermark: true }),
  }
  const [documentId, versionId, actor] = [document.id, version.id, shareActor(share)]
  await inTransaction(deps.db, (tx) =>
    appendAudit(tx, share.tenantId, deps.now(), [
      { action: 'version.previewed', actor, documentId, versionId, detail },
    ]),
  )
  return shown
}
