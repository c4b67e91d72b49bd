import type { Share } from '../queries.ts'

/** Whether a share still shows anything at a moment, and why not. */
export function stateOf(
  share: Share,
  now: string,
): 'live' | 'revoked' | 'over' | 'later' | 'usedUp' {
  const { revokedAt, validFrom, validUntil, maxDownloads, downloadCount } = share
  if (revokedAt !== null) return 'revoked'
  if (validUntil !== null && validUntil < now) return 'over'
  if (validFrom !== null && validFrom > now) return 'later'
  if (maxDownloads !== null && downloadCount >= maxDownloads) return 'usedUp'
  return 'live'
}
