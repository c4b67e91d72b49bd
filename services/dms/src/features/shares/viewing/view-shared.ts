import { requireContent } from '../../../content/content.ts'
import { CONTINUES_SECONDS, findShareRefusal } from '../../../core/share.ts'
import type { Deps } from '../../../deps.ts'
import { showPreview } from '../../../preview/preview.ts'
import type { Shown } from '../../../preview/shown.ts'
import { makeVisitorWatermark } from '../../../preview/watermark.ts'
import { problems } from '../../../problems.ts'
import { appendAudit } from '../../audit/queries.ts'
import type { DownloadKey } from '../download-queries.ts'
import { shareActor, type Visitor } from '../open.ts'
import type { ShareRow } from '../queries.ts'
import { whileServing } from '../serving/while-serving.ts'
import { type Admitted, admitViewer } from './admit.ts'
import { addView, beginView } from './queries.ts'

/** Whether a preview may be the file: where visitors may have it as often as they like anyway. */
export const mayHaveFile = ({ allowDownload, maxDownloads }: ShareRow): boolean =>
  allowDownload && maxDownloads === null

/**
 * What is shown of a share in place: terms, ticket, what the share allows, state of the version. It is
 * made first, then counted and recorded: what cannot be shown costs no view.
 *
 * @throws `dms.share_password_required`, `dms.share_action_forbidden` (403),
 * `dms.preview_unavailable` (409) and what {@link admitViewer} throws.
 */
export async function openSharedPreview(
  deps: Deps,
  token: string,
  visitor: Visitor,
  page: number | undefined,
): Promise<Shown> {
  const admitted = await admitViewer(deps, token, visitor)
  const { share, version, key, isOpen } = admitted
  if (!isOpen || key === undefined) throw problems.share_password_required()
  if (!share.allowPreview) throw problems.share_action_forbidden()
  requireContent(deps, version, false)
  const { address } = visitor
  const watermark = share.watermark ? makeVisitorWatermark(deps, share.name, address) : undefined
  const options = { page, watermark, mayHaveFile: mayHaveFile(share) }
  const shown = await showPreview(deps, version, options)
  if (visitor.isHead) return shown
  await countView(deps, admitted, key, {
    by: 'share',
    address,
    ...(page === undefined ? {} : { page }),
    ...(watermark === undefined ? {} : { watermark: true }),
  })
  return shown
}

async function countView(
  deps: Deps,
  { version, holder, mayBegin }: Admitted,
  key: DownloadKey,
  shown: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tenantId, shareId } = key
  await whileServing(deps, key, holder, async (tx, share) => {
    const now = deps.now()
    const expiresAt = new Date(now.getTime() + CONTINUES_SECONDS * 1000)
    const begins = await beginView(tx, key, now, expiresAt)
    requireView(share, now, begins)
    if (begins && !mayBegin) throw problems.share_password_required()
    if (begins) await addView(tx, tenantId, shareId)
    const detail = { ...shown, ...(begins ? {} : { continues: true }) }
    const { documentId, id: versionId } = version
    await appendAudit(tx, tenantId, now, [
      { action: 'version.previewed', actor: shareActor(share), documentId, versionId, detail },
    ])
  })
}

/** As the share is now, with its row locked: what is shown may have taken a while to make. */
function requireView(share: ShareRow, now: Date, begins: boolean): void {
  if (!share.allowPreview) throw problems.share_action_forbidden()
  const refusal = findShareRefusal(share, now)
  const goesOn = refusal === 'share_used_up' && !begins && !share.allowDownload
  if (refusal !== undefined && !goesOn) throw problems[refusal]()
}
