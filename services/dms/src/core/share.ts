import type { AccessDecision } from './access.ts'
import type { ByteRange } from './byte-range.ts'

/** What a share gives to its visitors. */
export interface ShareUse {
  readonly allowDownload: boolean
  readonly allowPreview: boolean
  readonly watermark: boolean
}

/**
 * What somebody lacks to make such a share; undefined when nothing. Nobody gives to others what they
 * do not get themselves: not the file when it is denied to them, not what they only administer,
 * nothing unmarked when they see it marked.
 */
export function findLackingRight(
  { rights, seesContent, watermark }: Pick<AccessDecision, 'rights' | 'seesContent' | 'watermark'>,
  use: ShareUse,
): 'manage' | 'download' | 'read' | undefined {
  if (!rights.has('manage')) return 'manage'
  const isUnmarked = watermark && !use.watermark
  if (isUnmarked || (use.allowDownload && !rights.has('download'))) return 'download'
  return seesContent ? undefined : 'read'
}

/** Why a share rests: what they have lost by whose right it serves. */
export type ShareRest = 'account_inactive' | 'permission_missing' | 'right_missing'

/** Whether a share rests. It serves again when what was lost is back, or when it is taken over. */
export function findShareRest(
  use: ShareUse,
  holder: { readonly isActive: boolean; readonly mayShare: boolean },
  access: Pick<AccessDecision, 'rights' | 'seesContent' | 'watermark'>,
): ShareRest | undefined {
  if (!holder.isActive) return 'account_inactive'
  if (!holder.mayShare) return 'permission_missing'
  return findLackingRight(access, use) === undefined ? undefined : 'right_missing'
}

export interface ShareTerms {
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly maxDownloads: number | null
  readonly downloadCount: number
  readonly viewCount: number
  readonly revokedAt: Date | null
  readonly allowDownload: boolean
  readonly allowPreview: boolean
}

export type ShareRefusal =
  'share_revoked' | 'share_not_yet_valid' | 'share_expired' | 'share_used_up'

/** Why a share is not open now; undefined when it is. */
export function findShareRefusal(share: ShareTerms, now: Date): ShareRefusal | undefined {
  if (share.revokedAt !== null) return 'share_revoked'
  if (share.validFrom !== null && now < share.validFrom) return 'share_not_yet_valid'
  if (share.validUntil !== null && now >= share.validUntil) return 'share_expired'
  if (share.maxDownloads !== null && countUses(share) >= share.maxDownloads) {
    return 'share_used_up'
  }
  return undefined
}

/** What counts against the limit: downloads, or views where a share gives no download. */
const countUses = ({ allowDownload, downloadCount, viewCount }: ShareTerms): number =>
  allowDownload ? downloadCount : viewCount

const FREE_TRIES = { address: 5, share: 50 }
const MAX_PAUSE_SECONDS = 900

/**
 * How long the next try has to wait after so many wrong passwords. One address is slowed early; all
 * addresses together only when a crowd is guessing, and never for good: the owner changes the
 * password or makes a new share.
 */
export function passwordPauseSeconds(failures: number, scope: 'address' | 'share'): number {
  const beyond = failures - FREE_TRIES[scope]
  return beyond < 0 ? 0 : Math.min(MAX_PAUSE_SECONDS, 2 ** Math.min(beyond, 20))
}

/**
 * How long after its last byte left a download may be continued, and after its first page a view. That
 * time does not begin again with a page: a view that never ended would be worth any number.
 */
export const CONTINUES_SECONDS = 24 * 3600

/** What may leave without counting another download. */
export interface DownloadCredit {
  /** Bytes of counted downloads that the visitor has not been sent yet. */
  readonly bytesLeft: number
  /** Bytes that the share may send again, to whomever it is. */
  readonly repeatsLeft: number
}

/**
 * What was sent may not have arrived, and the service cannot know. All visitors of a share together
 * may have half of the file again for that: so a share never gives one copy more than it counted,
 * however requests are cut.
 */
export const repeatsLeft = (sizeBytes: number, repeatedBytes: number): number =>
  Math.max(0, Math.floor(sizeBytes / 2) - repeatedBytes)

/**
 * Whether a request goes on with what was counted. The whole file never does, and its beginning only
 * while it was not sent: whoever begins again begins another download.
 *
 * @param part Undefined for the whole file.
 */
export function continuesDownload(part: ByteRange | undefined, credit: DownloadCredit): boolean {
  if (part === undefined) return false
  const repeats = part.start === 0 ? 0 : credit.repeatsLeft
  return part.end - part.start + 1 <= credit.bytesLeft + repeats
}

export interface Draw extends DownloadCredit {
  /** Whether the bytes need another download, which the share must have left. */
  readonly needsDownload: boolean
  readonly repeatedBytes: number
}

/** What is left after so many bytes, at most a file of them, have left. */
export function drawBytes(bytes: number, credit: DownloadCredit, sizeBytes: number): Draw {
  const repeatedBytes = Math.max(0, bytes - credit.bytesLeft)
  if (repeatedBytes <= credit.repeatsLeft) {
    const bytesLeft = Math.max(0, credit.bytesLeft - bytes)
    const left = credit.repeatsLeft - repeatedBytes
    return { needsDownload: false, bytesLeft, repeatsLeft: left, repeatedBytes }
  }
  const bytesLeft = credit.bytesLeft + sizeBytes - bytes
  return { needsDownload: true, bytesLeft, repeatsLeft: credit.repeatsLeft, repeatedBytes: 0 }
}
