import { type ContentMeter, requireContent } from '../../content/content.ts'
import type { VersionRow } from '../../content/version-queries.ts'
import { repeatsLeft } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBytesLeft } from './download-queries.ts'
import { beginAnswer, type Download, drawPortion } from './draw.ts'
import { openShare, type Visitor } from './open.ts'
import { isUnlocked, nameVisitor } from './ticket.ts'

/** Drawn ahead of the bytes themselves: what a break may cost, and how seldom a row is written. */
const PORTION_BYTES = 4 * 1024 * 1024

/**
 * Opens the bytes of a share: terms, ticket, what the share allows, state of the version. The meter
 * counts a download when its first byte leaves, or goes on with one that has been counted: what is
 * not delivered costs nothing, and what broke off is not counted twice.
 *
 * @throws `dms.share_password_required`, `dms.share_action_forbidden` (403), `dms.share_used_up`
 * (410) and what {@link openShare} throws.
 */
export async function openSharedDownload(
  deps: Deps,
  token: string,
  visitor: Omit<Visitor, 'isHead'>,
): Promise<{ readonly version: VersionRow; readonly meter: ContentMeter }> {
  const opened = await openShare(deps, token, { evenUsedUp: true })
  const { share, version, holder, isUsedUp } = opened
  const { tenantId, id: shareId } = share
  const name = nameVisitor(deps, share, visitor)
  const mayBegin = isUnlocked(deps, share, visitor.ticket)
  if (name === undefined)
    throw isUsedUp ? problems.share_used_up() : problems.share_password_required()
  const key = { tenantId, shareId, versionId: version.id, visitor: name }
  if (isUsedUp || !mayBegin) {
    const bytesLeft = await findBytesLeft(deps.db, key, deps.now())
    const repeats = repeatsLeft(version.sizeBytes, share.repeatedBytes)
    const isOver = bytesLeft === undefined || bytesLeft + repeats === 0
    if (isOver) throw isUsedUp ? problems.share_used_up() : problems.share_password_required()
  }
  if (!share.allowDownload) throw problems.share_action_forbidden()
  requireContent(deps, version, false)
  const { address } = visitor
  const { sizeBytes, documentId } = version
  const download = { key, documentId, sizeBytes, address, mayBegin, holder }
  return { version, meter: meterDownload(deps, download) }
}

function meterDownload(deps: Deps, download: Download): ContentMeter {
  let drawnBytes = 0
  let restBytes = 0
  return {
    begin: async (part) => {
      restBytes = part === undefined ? download.sizeBytes : part.end - part.start + 1
      drawnBytes = Math.min(restBytes, PORTION_BYTES)
      restBytes -= drawnBytes
      await beginAnswer(deps, download, part, drawnBytes)
    },
    draw: async (bytes) => {
      if (drawnBytes < bytes) {
        const portion = Math.min(restBytes, Math.max(bytes, PORTION_BYTES))
        await drawPortion(deps, download, portion)
        restBytes -= portion
        drawnBytes += portion
      }
      drawnBytes -= bytes
    },
  }
}
