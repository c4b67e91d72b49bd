export interface ShareTerms {
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly maxDownloads: number | null
  readonly downloadCount: number
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
  if (share.maxDownloads !== null && share.downloadCount >= share.maxDownloads) {
    return 'share_used_up'
  }
  return undefined
}

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
