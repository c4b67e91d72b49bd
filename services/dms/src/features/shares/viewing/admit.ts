import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import type { DownloadKey } from '../download-queries.ts'
import { type OpenShare, openShare, type Visitor } from '../open.ts'
import { isUnlocked, nameVisitor } from '../ticket.ts'
import { hasView } from './queries.ts'

export interface Admitted extends OpenShare {
  /** Undefined for somebody who has no ticket and needs one. */
  readonly key: DownloadKey | undefined
  /** Whether they may begin a view, and not only go on with theirs. */
  readonly mayBegin: boolean
  /** Whether they may be told and shown what is behind the password. */
  readonly isOpen: boolean
}

/**
 * Opens a share for somebody who looks. Who has begun a view goes on with it until it is over, also
 * when the share is used up or their ticket too old to begin another.
 *
 * @throws what {@link openShare} throws.
 */
export async function admitViewer(
  deps: Deps,
  token: string,
  visitor: Omit<Visitor, 'isHead'>,
): Promise<Admitted> {
  const opened = await openShare(deps, token, { evenUsedUp: true })
  const { share, version, isUsedUp } = opened
  const name = nameVisitor(deps, share, visitor)
  const { tenantId, id: shareId } = share
  const key =
    name === undefined ? undefined : { tenantId, shareId, versionId: version.id, visitor: name }
  const unlocked = isUnlocked(deps, share, visitor.ticket)
  if (unlocked && !isUsedUp) return { ...opened, key, mayBegin: true, isOpen: true }
  // Where downloads are what counts, none is left to look at either.
  const isOver = isUsedUp && share.allowDownload
  const goesOn = key !== undefined && !isOver && (await hasView(deps.db, key, deps.now()))
  if (isUsedUp && !goesOn) throw problems.share_used_up()
  return { ...opened, key, mayBegin: false, isOpen: goesOn }
}
