import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { findShareRefusal } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { AuditActor } from '../audit/append-queries.ts'
import type { ShareRow } from './queries.ts'
import { decideServing, type Holder } from './serving/holder.ts'
import { findServingByToken, type ServingShare } from './serving/queries.ts'
import { findHolder } from './serving/while-serving.ts'
import { hashToken } from './token.ts'

export interface OpenShare {
  readonly share: ServingShare
  readonly version: VersionRow
  /** By whose right it is open. */
  readonly holder: Holder
  /** Only where this was asked for: nothing can be begun, but something may be continued. */
  readonly isUsedUp: boolean
}

/** Somebody with the address of a share. */
export interface Visitor {
  readonly ticket: string | undefined
  readonly address: string
  /** Asks without taking. */
  readonly isHead: boolean
}

export const shareActor = (share: ShareRow): AuditActor => ({ kind: 'share', id: share.id })

/**
 * What a token stands for, if the share is open now: its terms hold, and they by whose right it
 * serves could make it now.
 *
 * @param evenUsedUp Whether all that the share gives may have been taken.
 * @throws `dms.not_found` for an unknown token; `dms.share_revoked`, `dms.share_not_yet_valid`,
 * `dms.share_expired`, `dms.share_used_up`, `dms.share_resting` (410); `dms.unavailable` (503).
 */
export async function openShare(
  deps: Deps,
  token: string,
  { evenUsedUp = false } = {},
): Promise<OpenShare> {
  const share = await findServingByToken(deps.db, hashToken(token))
  if (share === undefined) throw problems.not_found()
  const refusal = findShareRefusal(share, deps.now())
  const isUsedUp = refusal === 'share_used_up'
  if (refusal !== undefined && !(isUsedUp && evenUsedUp)) throw problems[refusal]()
  const versionId = share.versionId ?? share.currentVersionId
  if (share.documentStatus !== 'ACTIVE' || !versionId) throw problems.not_found()
  const holder = await findHolder(deps, share)
  if (decideServing(share, share, holder) !== undefined) throw problems.share_resting()
  const version = await findVersion(deps.db, share.tenantId, versionId)
  if (version === undefined) throw problems.not_found()
  return { share, version, holder, isUsedUp }
}
