import { type DocumentRow, findDocument } from '../../access/document-queries.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { findShareRefusal } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { AuditActor } from '../audit/append-queries.ts'
import { hashToken } from './manage.ts'
import { findShareByToken, type ShareRow } from './queries.ts'

export interface OpenShare {
  readonly share: ShareRow
  readonly document: DocumentRow
  readonly version: VersionRow
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
 * What a token stands for, if the share is open now.
 *
 * @param evenUsedUp Whether all downloads may have been made.
 * @throws `dms.not_found` for an unknown token; `dms.share_revoked`, `dms.share_not_yet_valid`,
 * `dms.share_expired`, `dms.share_used_up` (410).
 */
export async function openShare(
  deps: Deps,
  token: string,
  { evenUsedUp = false } = {},
): Promise<OpenShare> {
  const share = await findShareByToken(deps.db, hashToken(token))
  if (share === undefined) throw problems.not_found()
  const refusal = findShareRefusal(share, deps.now())
  const isUsedUp = refusal === 'share_used_up'
  if (refusal !== undefined && !(isUsedUp && evenUsedUp)) throw problems[refusal]()
  const document = await findDocument(deps.db, share.tenantId, share.documentId)
  const versionId = share.versionId ?? document?.currentVersionId
  if (document?.status !== 'ACTIVE' || !versionId) throw problems.not_found()
  const version = await findVersion(deps.db, share.tenantId, versionId)
  if (version === undefined) throw problems.not_found()
  return { share, document, version, isUsedUp }
}
