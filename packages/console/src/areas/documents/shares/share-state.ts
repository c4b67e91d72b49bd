import type { Share } from '../queries.ts'

/** Whether a share still shows anything at a moment, and why not. */
export function stateOf(
  share: Share,
  now: string,
): 'live' | 'revoked' | 'over' | 'later' | 'usedUp' | 'resting' {
  const { revokedAt, validFrom, validUntil, maxDownloads, downloadCount, viewCount } = share
  if (revokedAt !== null) return 'revoked'
  if (validUntil !== null && validUntil < now) return 'over'
  if (validFrom !== null && validFrom > now) return 'later'
  const uses = share.allowDownload ? downloadCount : viewCount
  if (maxDownloads !== null && uses >= maxDownloads) return 'usedUp'
  return share.restsBecause === null ? 'live' : 'resting'
}
